import * as z from 'zod'
import { port, portExpected, settingMeta, someText } from './setting-meta.ts'

const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')
const onOffExpected = '1 or true for on, 0 or false for off'

export const serverSettings = {
  NODE_ENV: z.string().default('').register(settingMeta, {
    group: 'server',
    kind: 'name',
    meaning:
      '`production` requires https, encrypted connections to other machines and `SECRET_KEYS` or `SECRET_KEYS_FILE`, and forbids demo accounts and acting in another role',
    expects: '`production`, or leave it out',
    example: 'production',
  }),
  HOST: someText.default('localhost').register(settingMeta, {
    group: 'server',
    kind: 'address',
    meaning: 'name or address to listen on',
    expects: 'a host name or an IP address of this machine',
    example: '0.0.0.0',
  }),
  PORT: port.default(3000).register(settingMeta, {
    group: 'server',
    kind: 'number',
    meaning: 'port to listen on',
    expects: portExpected,
    example: '8080',
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(settingMeta, {
      group: 'server',
      kind: 'url',
      meaning:
        'address under which people reach the server; with https, cookies are secure. Unset: the server answers only to loopback names and to `HOST`',
      expects: 'an address that begins with https:// (or http:// on this machine only)',
      example: 'https://holdfast.firm.example',
    }),
  TRUST_PROXY: z.string().regex(/^\d$/).default('0').transform(Number).register(settingMeta, {
    group: 'server',
    kind: 'number',
    meaning: 'number of proxies (0 to 9) that append to `X-Forwarded-For`; 0 ignores the header',
    expects: 'the number of proxies in front of the server, 0 to 9',
    example: '1',
  }),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).optional().register(settingMeta, {
    group: 'server',
    kind: 'number',
    meaning:
      'how long a stopping node still serves requests while `/readyz` answers 503, so that the load balancer notices first',
    expects: 'a whole number of seconds from 0 to 600',
    example: '10',
    byDefault: '5 in production, otherwise 0',
  }),
  UNENCRYPTED_CONNECTIONS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
    .pipe(z.array(z.enum(['database', 'mail', 'files'])))
    .register(settingMeta, {
      group: 'server',
      kind: 'list',
      meaning:
        'connections that may be unencrypted in production, on a network that you trust: `database`, `mail`, `files`',
      expects: 'database, mail, files, or several of them separated by commas',
      example: 'database,mail',
      byDefault: 'none',
    }),
  DEMO: flag.optional().register(settingMeta, {
    group: 'demo',
    kind: 'switch',
    meaning:
      '`1`: demo firms and accounts; only with the embedded database and outside production. Unset: on when only this machine can reach the server and every firm is a demo',
    expects: onOffExpected,
    example: '0',
  }),
  ROLE_SWITCHER: flag.default(false).register(settingMeta, {
    group: 'demo',
    kind: 'switch',
    meaning: '`1`: people may act in a role below their own; ignored in production',
    expects: onOffExpected,
    example: '1',
  }),
}
