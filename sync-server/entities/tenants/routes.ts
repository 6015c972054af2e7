import * as z from 'zod'
import { text } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { tenantFields, tenantSecrets } from '#schema/entities/tenants/entity.ts'
import { isDemoAccount } from '#server/auth/demo-account.ts'
import { attemptsIn, createAttempts } from '#server/auth/attempts.ts'
import { maxPasswordLength } from '#server/auth/passwords.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { changesSchema, time, uuid } from '#server/http/calls/entity-schemas.ts'
import { type ConfirmPasswordDeps, confirmPassword } from '#server/http/security/confirm-password.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import type { Seals } from '#server/secrets/seal.ts'
import type { Streams } from '#server/sync/stream.ts'
import { changeTenant } from './change-tenant.ts'
import { findTenant, type Tenant } from './find-tenant.ts'

interface Deps extends WriteDeps, ConfirmPasswordDeps {
  readonly seals: Seals
  readonly streams: Pick<Streams, 'endSession'>
  readonly demo: ConfirmPasswordDeps['demo'] & { readonly isOn: boolean }
}

const tenant = changesSchema(tenantFields, { id: uuid, createdAt: time, hasOidcClientSecret: z.boolean() })

const tag = (current: Tenant) => current

const path = '/api/tenant'

export function tenantCalls(deps: Deps): readonly Call[] {
  const attempts = createAttempts(deps.database, deps.now, attemptsIn(deps.demo))
  return [
    call(
      {
        method: 'get',
        path,
        summary: 'The firm and its settings',
        auth: 'admin',
        tag,
        responses: { 200: { description: 'The firm', json: tenant } },
      },
      ({ viewer }) => findTenant(deps.database.directory, viewer.tenantId),
    ),
    call(
      {
        method: 'patch',
        path,
        summary:
          "Changes the submitted settings. The provider's secret is stored sealed, never returned, and deleted when the provider changes. Changing the provider requires the person's own password",
        auth: 'admin',
        tag,
        changes: { ...tenantFields, ...tenantSecrets, password: optional(text(maxPasswordLength)) },
        responses: { 200: { description: 'The firm', json: tenant } },
        errors: ['DEMO', 'RATE_LIMITED'],
      },
      async ({ context, session, changes: { password, ...changes }, requireMatch }) => {
        // A visitor's setting would affect all others.
        if (isDemoAccount(deps.demo, session.person.email)) throw new CodedError('DEMO')
        // The provider can sign in as everybody in the firm.
        const isOfProvider = Object.keys(changes).some((name) => name.startsWith('oidc'))
        if (isOfProvider) await confirmPassword({ ...deps, attempts }, context, session, { password: password ?? '' })
        const { tenant: changed, endedSessions } = await changeTenant(deps, session, changes, requireMatch)
        for (const sid of endedSessions) deps.streams.endSession(sid)
        return changed
      },
    ),
  ]
}
