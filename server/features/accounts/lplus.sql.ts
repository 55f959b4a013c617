export const insertLPlusToken = {
  name: 'insert-lplus-token',
  text: `insert into lplus_tokens (user_id, token, url, expires_at) values ($1, $2, $3, to_timestamp($4)) returning id`,
}
