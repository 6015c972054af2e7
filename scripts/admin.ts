// npm run admin -- …: with or without a running server.
import { runAdmin } from './admin/run-admin.ts'

try {
  const result = await runAdmin(process.argv.slice(2), process.env)
  console.log(typeof result === 'string' ? result : result.text)
  if (typeof result !== 'string') process.exitCode = result.exitCode
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
