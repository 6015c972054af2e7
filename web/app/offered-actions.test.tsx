import { IconCoins } from '@tabler/icons-react'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Entity } from '#schema/kernel/entity.ts'
import { type Role, roles } from '#schema/kernel/enumerations.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { entities, type EntityName, entityNamed, type Row } from '#schema/registry.ts'
import { isDeletePermitted } from '#schema/rules.ts'
import { sampleFields } from '#schema/test/sample-fields.ts'
import { may } from '#schema/kernel/permissions.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { hasDetails } from '#web/records/names/entity-texts.ts'
import { actionsFor, type RecordAction, type Right, applicableActions } from '#web/records/actions/record-action.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { address, renderScreen, goOn, nowhere } from '#web/test/render.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { maySee } from './routes/route-access.ts'
import { appRoutes, type EntityRoute } from './routes/route-table.ts'

const ownRecord = '00000000-0000-7000-8000-0000000000aa'
const otherRecord = '00000000-0000-7000-8000-0000000000bb'
const otherUser = '00000000-0000-7000-8000-0000000000cc'

const identityAs = (role: Role): Identity => ({
  ...someone,
  role,
  ...(role === 'INVESTOR' && { investorIds: [ownRecord] }),
})
const viewerOf = ({ id, tenantId, role, investorIds = [] }: Identity): Viewer => ({
  userId: id,
  tenantId,
  role,
  investorIds,
})

const isAccepted = (definition: Entity, identity: Identity, verb: string, row: Values): boolean =>
  may(definition, viewerOf(identity), verb, row) && (verb !== 'delete' || isDeletePermitted(definition.name, row))

const kinds = {
  own: {
    userId: someone.id,
    uploadedBy: someone.id,
    signerId: someone.id,
    investorId: ownRecord,
    recipientId: ownRecord,
  },
  'own, uploaded by somebody else': { uploadedBy: otherUser, investorId: ownRecord },
  foreign: {
    userId: otherUser,
    uploadedBy: otherUser,
    signerId: otherUser,
    investorId: otherRecord,
    recipientId: otherRecord,
  },
} as const

describe.each(roles)('as %s', (role) => {
  const identity = identityAs(role)

  test.each(
    entities.flatMap((entity) => Object.keys(kinds).map((kind) => [entity.name, kind as keyof typeof kinds] as const)),
  )('%s: a record that is %s offers the verbs that the server accepts', (name, kind) => {
    const definition = entityNamed(name)!
    const row = { id: kind === 'own' ? someone.id : otherUser, number: 7, status: 'SIGNED', ...kinds[kind] }
    const verbs = ['update', 'delete', ...Object.keys(definition.verbs)]
    const own = Object.keys(definition.verbs).map((verb) => ({
      id: verb,
      icon: IconCoins,
      label: () => verb,
      needs: { entity: name, verb } as Right,
      run: nowhere,
    }))
    const entity = name as EntityName
    const actions = actionsFor(entity, identity, { details: false, update: true, delete: true }, own)
    const offered = applicableActions(entity, actions, row as unknown as Row<EntityName>, {
      identity,
    }) as RecordAction[]
    const offeredVerbs = offered.map(({ id }) => (id === 'edit' ? 'update' : id))
    expect(offeredVerbs.toSorted()).toEqual(
      verbs.filter((verb) => isAccepted(definition, identity, verb, row)).toSorted(),
    )
  })
})

test('an unsent record can be edited by its author', () => {
  const identity = identityAs('INVESTOR')
  const actions = actionsFor('documents', identity, { details: false, update: true, delete: true })
  const ids = (number: number, uploadedBy: string | null) =>
    applicableActions('documents', actions, { number, uploadedBy, investorId: null } as Row<'documents'>, {
      identity,
    }).map(({ id }) => id)
  expect(ids(0, null)).toEqual(['edit'])
  expect(ids(7, null)).toEqual([])
})

const commonActions = { Edit: 'update', Delete: 'delete' } as const
const extraActions: Partial<Record<EntityName, Readonly<Record<string, string>>>> = {
  projects: { 'Exit project': 'update' },
  investors: { Merge: 'update', 'Change KYC status': 'update' },
  documents: { 'Upload file': 'upload' },
  commissions: { 'Mark as paid': 'update' },
}
const listRoutes = appRoutes.filter((each): each is EntityRoute => 'entity' in each && expectedName(each.entity))

function expectedName(entity: EntityName): boolean {
  return entityNamed(entity)!.replicate !== 'never'
}

const uploadersOf = (entity: EntityName): readonly string[] =>
  entityNamed(entity)!.fields['uploadedBy'] ? [someone.id, otherUser] : [someone.id]

function createRecords(store: TestStore, name: EntityName, investorId: string, uploadedBy: string): Row<EntityName> {
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { id: investorId, firstName: 'Elif', email: 'elif@example.com' })
  const investment = store.put('investments', { projectId: project.id, investorId, amount: '1000' })
  const records: Partial<Record<EntityName, Row<EntityName>>> = {
    projects: project,
    investors: investor,
    investments: investment,
    commissions: store.put('commissions', { investmentId: investment.id, feeType: 'SETUP', amount: '10' }),
    documents: store.put('documents', { name: 'Plan', investorId, uploadedBy }),
  }
  const references = (to: string): string | null => records[to as EntityName]?.id ?? null
  const sample = { token: 'Reed', references, userId: someone.id }
  return records[name] ?? store.put(name, sampleFields(entityNamed(name)!, sample))
}

test('the tested lists exist', () => {
  const names: readonly EntityName[] = listRoutes.map(({ entity }) => entity)
  expect(Object.keys(extraActions).filter((name) => !names.includes(name as EntityName))).toEqual([])
  expect(names.length).toBeGreaterThan(6)
})

test.each(
  listRoutes.flatMap((route) =>
    roles
      .filter((role) => maySee(route, role))
      .flatMap((role) => uploadersOf(route.entity).map((by) => [route.entity, role, by] as const)),
  ),
)('the list and the details of %s offer %s what the server accepts if uploaded by %s', async (name, role, by) => {
  const identity = identityAs(role)
  const store = await openTestStore(identity)
  const row = createRecords(store, name, ownRecord, by)
  const { screen: Screen } = listRoutes.find(({ entity }) => entity === name)!
  await Screen.preload?.()
  await renderScreen(store, Screen, { dialog: 'details', record: row.id })
  const shown = hasDetails(name) ? page.getByRole('dialog').getByRole('heading') : page.getByRole('row')
  await expect.element(shown.last()).toBeVisible()
  const moreButton = page.getByRole('dialog').getByRole('button', { name: /^Actions for / })
  const isOffered = (name: string) =>
    (['button', 'menuitem'] as const).some((part) => page.getByRole(part, { name, exact: true }).elements().length > 0)
  const candidates = Object.entries({ ...commonActions, ...extraActions[name] })
  const accepted = candidates.filter(([, verb]) => isAccepted(entityNamed(name)!, identity, verb, row))
  const offered = () => {
    for (const menu of moreButton.elements()) if (menu.ariaExpanded !== 'true') (menu as HTMLElement).click()
    return candidates.filter(([label]) => isOffered(label))
  }
  await expect.poll(offered).toEqual(accepted)
})

test('an address cannot open the form of a record that the person may not change', async () => {
  const identity = identityAs('INVESTOR')
  const store = await openTestStore(identity)
  const ownDocument = store.put('documents', { name: 'Plan', investorId: ownRecord, uploadedBy: identity.id })
  const otherDocument = store.put('documents', { name: 'Sheet', investorId: ownRecord, uploadedBy: otherUser })
  const { screen: Screen } = listRoutes.find(({ entity }) => entity === 'documents')!
  await Screen.preload?.()
  await renderScreen(store, Screen, { dialog: 'edit', record: ownDocument.id })
  const editing = page.getByRole('dialog', { name: 'Edit document' })
  await expect.element(editing.getByLabelText('Name')).toHaveValue('Plan')
  goOn({ dialog: 'details', record: otherDocument.id })
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'Sheet' })).toBeVisible()
  goOn({ dialog: 'edit', record: otherDocument.id })
  await expect.poll(() => address().dialog).toBe('edit')
  expect(editing.elements()).toEqual([])
})
