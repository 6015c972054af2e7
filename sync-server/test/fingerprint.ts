import { withSql } from '#server/db/postgres/open-sql.ts'
import type { TestServer } from './server.ts'

const journals = ['audit_logs', 'audit_events', 'event_ends', 'verdicts', 'answers', 'sessions']

/** As the owner, to bypass row level security. */
export const fingerprintOf = ({ ownerUrl }: Pick<TestServer, 'ownerUrl'>, tenantId: string): Promise<string> =>
  withSql(ownerUrl, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.columns
      where column_name = 'tenant_id' and table_schema in ('public', 'directory') and table_name <> all(${journals})
      order by 1`
    const digests = tables.map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${name} t where tenant_id = $1`,
    )
    const rows = await sql.unsafe<{ name: string; digest: string }[]>(digests.join(' union all '), [tenantId])
    return rows.map(({ name, digest }) => `${name} ${digest}`).join('\n')
  })
