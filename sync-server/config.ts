// The configuration, from the environment alone. Each mistake gets a message that says what is expected.
import * as z from 'zod'

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

const environment = z.object({
  /** Where the server listens; 3000. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('localhost'),
  /** The embedded database and what else the server keeps; `.data`. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** A PostgreSQL of your own, as its owner; unset: the embedded one. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Where people reach the server when a proxy stands before it; https makes cookies secure. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  NODE_ENV: z.string().default(''),
  /**
   * Demo firms and accounts; only with the embedded database, never in production. On by themselves where nobody else
   * reaches the server and the database holds no other firm (demo/may-demo.ts).
   */
  DEMO: flag.optional(),
  /** People may act in a role below their own; never in production. People of a demo firm may act in any. */
  ROLE_SWITCHER: flag.default(false),
  /** Believe X-Forwarded-For: set it only behind a proxy that writes it. */
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Config = z.infer<typeof environment> & {
  /** Nobody but this machine reaches the server, as far as the configuration can tell. */
  readonly isLocal: boolean
  readonly isSecure: boolean
}

/** Reads the configuration or throws with one line per mistake. */
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
