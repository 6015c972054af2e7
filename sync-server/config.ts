// The configuration, read from the environment alone. The message for each mistake says what is expected.
import * as z from 'zod'

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

const environment = z.object({
  /** The port on which the server listens; 3000. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('localhost'),
  /** The folder of the embedded database and of other files that the server keeps; `.data`. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** Your own PostgreSQL, connected as its owner; unset: the embedded one. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The address under which people reach the server through a proxy; https makes cookies secure. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  NODE_ENV: z.string().default(''),
  /**
   * Demo firms and accounts; only with the embedded database, never in production. Unset, they are on when only this
   * machine can reach the server and the database holds no other firm (demo/may-demo.ts).
   */
  DEMO: flag.optional(),
  /** Lets people act in a role below their own; never in production. People of a demo firm may act in any role. */
  ROLE_SWITCHER: flag.default(false),
  /** Trusts X-Forwarded-For: set it only behind a proxy that writes the header. */
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Config = z.infer<typeof environment> & {
  /** Whether only this machine can reach the server, as far as the configuration tells. */
  readonly isLocal: boolean
  readonly isSecure: boolean
}

/** Reads the configuration, or throws an error with one line per mistake. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration needs attention:\n${lines.join('\n')}`)
  }
  const config = parsed.data
  const mayDemo = !config.DATABASE_URL && config.NODE_ENV !== 'production'
  if (config.DEMO && !mayDemo)
    throw new Error('DEMO runs only with the embedded database and not with NODE_ENV=production')
  const isLocal = loopback.test(config.HOST) && !config.PUBLIC_URL
  return {
    ...config,
    ...(mayDemo ? {} : { DEMO: false }),
    ROLE_SWITCHER: config.ROLE_SWITCHER && config.NODE_ENV !== 'production',
    isLocal,
    isSecure: config.PUBLIC_URL?.startsWith('https:') ?? false,
  }
}
