import type { ServerType } from '@hono/node-server'
import type { Config } from '#server/config.ts'
import { demoAccounts, demoPassword } from './accounts.ts'

export function logWelcome(config: Config, server: ServerType, isDemo: boolean): void {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  const lines = [`Holdfast is at ${config.PUBLIC_URL ?? `http://${config.HOST}:${port}`}`]
  if (isDemo) {
    lines.push(
      '',
      `Demo accounts (password ${demoPassword}):`,
      ...demoAccounts.map(({ email, role, firm }) => `  ${email.padEnd(22)} ${role.padEnd(18)} ${firm}`),
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
