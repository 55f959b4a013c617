export const updateEmailPreference = {
  name: 'update-email-preference',
  text: 'update users set listserv_email_preference = $2 where id = $1',
}
