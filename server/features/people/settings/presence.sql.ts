export const updatePresence = {
  name: 'update-presence',
  text: 'update users set shows_presence = $2 where id = $1',
}
