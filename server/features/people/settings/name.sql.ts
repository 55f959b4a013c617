export const updateName = {
  name: 'update-name',
  text: 'update users set first_name = $2, last_name = $3, updated_at = now() where id = $1',
}
