import { type Config, isLoopback } from '#server/config.ts'
import { type Check, type Finding, ok, problem, warning } from '../check.ts'
import { reasonOf } from '../run-checks.ts'

const oldest = 15
const newest = 18

interface ServerSettings {
  readonly version: number
  readonly versionText: string
  readonly ssl: boolean
  readonly isUnix: boolean
  readonly fsync: string
  readonly pages: string
  readonly isReadOnly: boolean
  readonly size: string
}

export const checkDatabase: Check = {
  name: 'database',
  needsDatabase: false,
  async run({ sql, config, ownerUrl }) {
    const [found] = await sql<ServerSettings[]>`
      select current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_version') as "versionText",
        coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl,
        inet_server_addr() is null as "isUnix",
        current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
        pg_size_pretty(pg_database_size(current_database())) as size`.catch((error: unknown) => {
      throw new Error(
        `The database cannot be reached (${reasonOf(error)}). Start it, and check host, port, user and password in DATABASE_URL.`,
        { cause: error },
      )
    })
    return [
      ...versionFindings(found!.version, found!.versionText),
      ...durabilityFindings(found!),
      ...encryptionFindings(found!, isLoopback(new URL(ownerUrl).hostname), config),
      ok(`PostgreSQL ${found!.versionText} answers and holds ${found!.size}.`),
    ]
  },
}

function versionFindings(version: number, text: string): readonly Finding[] {
  if (version < oldest)
    return [problem(`PostgreSQL ${text} is too old. Upgrade it to a version from ${oldest} to ${newest}.`)]
  if (version > newest)
    return [
      warning(
        `PostgreSQL ${text} is newer than ${newest}, with which this version was tested. Try it with a copy first.`,
      ),
    ]
  return []
}

const durabilityFindings = ({ fsync, pages, isReadOnly }: ServerSettings): readonly Finding[] => [
  ...(isReadOnly
    ? [problem('The database is read-only. Promote it, or let DATABASE_URL name the primary server.')]
    : []),
  ...(fsync === 'on' && pages === 'on'
    ? []
    : [problem('fsync or full_page_writes is off, so a power failure may destroy the database. Set both to on.')]),
]

export function encryptionFindings(
  { ssl, isUnix }: Pick<ServerSettings, 'ssl' | 'isUnix'>,
  isLocal: boolean,
  { NODE_ENV, UNENCRYPTED_CONNECTIONS }: Pick<Config, 'NODE_ENV' | 'UNENCRYPTED_CONNECTIONS'>,
): readonly Finding[] {
  if (ssl || isUnix || isLocal || UNENCRYPTED_CONNECTIONS.includes('database')) return []
  const text =
    'The connection to the database is not encrypted. Add ?sslmode=verify-full to DATABASE_URL, and let NODE_EXTRA_CA_CERTS name the certificate authority.'
  return [NODE_ENV === 'production' ? problem(text) : warning(text)]
}
