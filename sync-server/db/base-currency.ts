import type { Database } from './connect/database.ts'

export async function baseCurrencyOf({ directory }: Pick<Database, 'directory'>, tenantId: string): Promise<string> {
  const [firm] = await directory<{ currency: string }[]>`
    select base_currency as currency from directory.tenants where id = ${tenantId}`
  return firm!.currency
}
