/** npm run staff -- EMAIL FIRST LAST: makes a staff account and prints its password once. */
import { randomBytes } from 'node:crypto'
import { loadConfig, StartError } from '#server/config.ts'
import { insertStaff } from '#server/features/accounts/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'

const [email = '', firstName = '', lastName = ''] = process.argv.slice(2)
try {
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || firstName === '')
    throw new StartError('Say who it is for: npm run staff -- ada@example.org Ada Byron')
  const database = await openDatabase(loadConfig(process.env), console.log)
  try {
    const password = randomBytes(15).toString('base64url')
    await database.write
      .query(insertStaff, [firstName, lastName, email.toLowerCase(), await hashPassword(password)])
      .catch((error: { code?: string }) => {
        throw error.code === '23505' ? new StartError(`There is already somebody with the address ${email}.`) : error
      })
    console.log(`${firstName} ${lastName} can sign in as ${email} with the password ${password}\nIt is shown only now.`)
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
