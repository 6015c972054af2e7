// The first sign-in binds a person to issuer and subject, because a provider may reassign an address.
import { hash } from 'node:crypto'
import type { Statements } from '#server/db/connect/directory.ts'

export interface AtProvider {
  readonly issuer: string
  readonly subject: string
}

const hashOf = ({ issuer, subject }: AtProvider): string => hash('sha256', JSON.stringify([issuer, subject]))

export async function isSameAtProvider(
  sql: Statements,
  { id, tenantId }: { readonly id: string; readonly tenantId: string },
  proven: AtProvider,
): Promise<boolean> {
  const provider = hashOf(proven)
  try {
    const bound = await sql`
      update directory.users set provider_hash = ${provider}
      where id = ${id} and (provider_hash = ${provider} or provider_hash is null and not exists (
        select from directory.users other where other.tenant_id = ${tenantId} and other.provider_hash = ${provider}))`
    return bound.count === 1
  } catch (error) {
    // Somebody else was bound at the same time.
    if ((error as { readonly code?: unknown }).code === '23505') return false
    throw error
  }
}

export async function isLinkedToAnyone(sql: Statements, tenantId: string, proven: AtProvider): Promise<boolean> {
  const [person] = await sql`
    select id from directory.users where tenant_id = ${tenantId} and provider_hash = ${hashOf(proven)}`
  return person !== undefined
}

export async function releaseFromProvider(sql: Statements, userId: string): Promise<boolean> {
  const released = await sql`
    update directory.users set provider_hash = null where id = ${userId} and provider_hash is not null`
  return released.count === 1
}

export const releaseAllFromProvider = (sql: Statements, tenantId: string): PromiseLike<unknown> => sql`
  update directory.users set provider_hash = null where tenant_id = ${tenantId} and provider_hash is not null`
