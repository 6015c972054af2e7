// The join names the shard. Otherwise Citus would copy the rows there, which row-level security refuses.

/** `columns` follow tenant_id, `values` and `from` are SQL; $1 is the tenant. */
export const insertGivenSql = (table: string, columns: string, values: string, from: string): string =>
  `insert into ${table} (tenant_id, ${columns})
select t.tenant_id, ${values} from tenant_numbers t cross join ${from} where t.tenant_id = $1::uuid`

/** Rows from a JSON array. `record` has names and types. */
export const jsonRows = (parameter: string, alias: string, record: string): string =>
  `json_to_recordset(${parameter}::text::json) as ${alias}(${record})`
