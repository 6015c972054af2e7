// The join with the tenant's own row names the shard, so that Citus runs the statement where the firm's rows are.
// Otherwise it would copy them there, which row level security refuses.

/** `columns` follow tenant_id, `values` and `from` are SQL; $1 is the tenant. */
export const insertGivenSql = (table: string, columns: string, values: string, from: string): string =>
  `insert into ${table} (tenant_id, ${columns})
select t.tenant_id, ${values} from tenant_numbers t cross join ${from} where t.tenant_id = $1::uuid`

/** Rows from a JSON array. `record` has names and types. */
export const jsonRows = (parameter: string, alias: string, record: string): string =>
  `json_to_recordset(${parameter}::text::json) as ${alias}(${record})`
