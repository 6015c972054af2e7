// The role switcher for development. In a demo firm: each role. Where enabled: also a lower role. Otherwise off.
import { type Role, roles } from '#schema/kernel/enumerations.ts'
import { signedIn } from '#schema/sync/protocol.ts'
import { registry } from '#schema/registry.ts'
import type { Person, Session } from '#server/auth/sessions.ts'
import { asPerson } from '#server/records/actor.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { RequestError } from '#server/http/errors.ts'

interface RoleSwitchDeps extends WriteDeps {
  readonly demo: { readonly isOn: boolean }
  readonly mayNarrowRole?: boolean
}

const isLower = (role: Role, than: Role): boolean => roles.indexOf(role) > roles.indexOf(than)

export function roleSwitchCalls(deps: RoleSwitchDeps): readonly Call[] {
  const { directory } = deps.database
  const actAs = async ({ sid, viewer, person }: Session, role: Role): Promise<Person> => {
    const [user] = await directory<{ own: Role; isDemo: boolean }[]>`
      select u.role as own, t.is_demo as "isDemo"
      from directory.users u join directory.tenants t on t.id = u.tenant_id where u.id = ${person.id}`
    const { own, isDemo } = user!
    const isDemoFirm = deps.demo.isOn && isDemo
    if (!isDemoFirm && !deps.mayNarrowRole) throw new RequestError('FORBIDDEN')
    if (!isDemoFirm && role !== own && !isLower(role, own)) throw new RequestError('FORBIDDEN')
    await changeDirectory(deps, async (sql, recordAction) => {
      // Matches no row if the person's role has changed.
      const updated = await sql`
        update directory.sessions s set acting_role = ${role}, acting_for = u.id, acting_from = u.role, acting_while = u.is_active
        from (select * from directory.users where id = ${person.id} and role = ${own} and is_active for key share) u
        where s.sid = ${sid} and s.user_id = u.id`
      if (updated.count === 0) throw new RequestError('CONFLICT')
      const details = { before: { role: viewer.role }, after: { role } }
      await recordAction(asPerson(viewer), { entity: 'users', verb: 'actAs', entityId: person.id, details }, person.id)
    })
    return { ...person, role }
  }
  return [
    call(
      {
        method: 'patch',
        path: '/api/auth/user/role',
        summary: 'Lets the session act in another role, where the server allows that',
        auth: { may: 'actAs', entity: registry.users },
        body: { role: registry.users.fields.role },
        responses: { 200: { description: 'The person, in the role', json: signedIn } },
        errors: ['FORBIDDEN', 'CONFLICT'],
      },
      ({ session, body }) => actAs(session, body.role),
    ),
  ]
}
