export const updateTimeZone = {
  name: 'update-time-zone',
  text: 'update users set time_zone = $2 where id = $1',
}
