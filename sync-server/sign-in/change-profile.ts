// A single name is a first name.
import { hash } from 'node:crypto'
import { text } from '#schema/kernel/field-types.ts'
import { signedIn, userPath } from '#schema/sync/protocol.ts'
import { users } from '#schema/entities/users/entity.ts'
import { isDemoAccount, type SharedAccounts } from '#server/auth/demo-account.ts'
import type { Person, Session } from '#server/auth/sessions.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { asPerson } from '#server/records/actor.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'

interface Deps extends WriteDeps {
  readonly demo: SharedAccounts
}

type Profile = Pick<Person, 'firstName' | 'lastName' | 'profileImageUrl'>

export const profileOf = ({ firstName, lastName, profileImageUrl }: Profile) => [firstName, lastName, profileImageUrl]

export const profileCall = (deps: Deps): Call =>
  call(
    {
      method: 'patch',
      path: userPath,
      summary: 'Changes the names and the picture of the signed-in person',
      auth: { may: 'rename', entity: users },
      tag: profileOf,
      changes: { firstName: text(255), lastName: users.fields.lastName, profileImageUrl: users.fields.profileImageUrl },
      responses: { 200: { description: 'The person', json: signedIn } },
      errors: ['DEMO'],
    },
    ({ session, changes, requireMatch }) => rename(deps, session, changes, requireMatch),
  )

/** The audit trail stores a hash of the picture. */
const auditedValue = (field: keyof Profile, value: string | null): string | null =>
  field === 'profileImageUrl' && value !== null ? hash('sha256', value) : value

function rename(
  deps: Deps,
  { viewer, person }: Session,
  wanted: Partial<Profile>,
  requireMatch: (now: Person) => void,
): Promise<Person> {
  return changeDirectory(deps, async (sql, recordAction) => {
    const [before] = await sql<Profile[]>`
      select first_name as "firstName", last_name as "lastName", profile_image_url as "profileImageUrl" from directory.users where id = ${person.id} for update`
    requireMatch({ ...person, ...before! })
    const after = { ...before!, ...wanted }
    const names = (Object.keys(wanted) as (keyof Profile)[]).filter((each) => after[each] !== before![each])
    if (!names.length) return { ...person, ...after }
    if (isDemoAccount(deps.demo, person.email)) throw new CodedError('DEMO')
    await sql`
      update directory.users set first_name = ${after.firstName}, last_name = ${after.lastName}, profile_image_url = ${after.profileImageUrl}, updated_at = ${deps.now().toISOString()}
      where id = ${person.id}`
    const changedFields = (profile: Profile) =>
      Object.fromEntries(names.map((each) => [each, auditedValue(each, profile[each])]))
    const details = { before: changedFields(before!), after: changedFields(after) }
    await recordAction(asPerson(viewer), { entity: 'users', verb: 'rename', entityId: person.id, details })
    return { ...person, ...after }
  })
}
