/** Statements still name tenant_id themselves. */
export interface TenantTx {
  readonly tenantId: string
  query<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Row[]>
}
