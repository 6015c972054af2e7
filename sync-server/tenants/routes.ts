// The firm itself, for its administrators.
import { tenantFields, tenantSecrets } from '#schema/tenants.ts'
import { type Call, call } from '../http/call.ts'
import { changesSchema, time, uuid } from '../http/entity-schemas.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { VerbRefused } from '../records/verb-refused.ts'
import type { Seals } from '../secrets/seal.ts'
import { changeTenant } from './change-tenant.ts'
import { findTenant } from './find-tenant.ts'

interface Deps extends WriteDeps {
  readonly seals: Seals
  readonly demo: { readonly shown: readonly { readonly email: string }[] }
}

const answered = { id: uuid, createdAt: time, hasOidcClientSecret: { type: 'boolean' } }
const tenant = { allOf: [{ type: 'object', properties: answered }, changesSchema(tenantFields)] }

const path = '/api/tenant'

export const tenantCalls = (deps: Deps): readonly Call[] => [
  call(
    {
      method: 'get',
      path,
      says: 'The firm and what its administrators set for it',
      who: 'admin',
      answers: { 200: { says: 'The firm', json: tenant } },
    },
    ({ viewer }) => findTenant(deps.database.directory, viewer.tenantId),
  ),
  call(
    {
      method: 'patch',
      path,
      says: 'Changes what is given; the secret of the provider is kept sealed and told to nobody, and goes with a change of the provider',
      who: 'admin',
      changes: { ...tenantFields, ...tenantSecrets },
      answers: { 200: { says: 'The firm', json: tenant } },
      refuses: ['DUPLICATE', 'DEMO'],
    },
    ({ session, changes }) => {
      // Everybody may sign in as a demo account: what one visitor sets would hold for all of them.
      if (deps.demo.shown.some(({ email }) => email === session.person.email)) throw new VerbRefused('DEMO')
      return changeTenant(deps, session, changes)
    },
  ),
]
