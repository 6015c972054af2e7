import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { auditOutcomes } from '#schema/entities/audit-logs/entity.ts'
import { entities } from '#schema/registry.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import type { AuditTrailEntry } from '#schema/entities/audit-logs/audit-entry.ts'
import { fieldsIn, queryOf } from './entry.ts'
import { actionLabel, entryLabels, entryFieldLabel, jobLabel, otherActions, signInActs } from './entry-labels.ts'

beforeAll(async () => {
  if (!i18next.isInitialized) await startI18n()
})

const isCode = (text: string): boolean => /[a-z][A-Z]|\w\.\w|^[a-z]/.test(text)

test('every action on every kind of record has words, including refused ones and those of newer versions', () => {
  const verbs = ['create', 'read', 'update', 'delete', 'restore', 'import', 'somethingNew']
  const acts = entities.flatMap(({ name, verbs: own }) =>
    [...verbs, ...Object.keys(own)].map((verb) => actionLabel({ action: `${name}.${verb}`, entity: name })),
  )
  const others = [...otherActions, 'tenant.update', 'trash.read', 'openapi.json.read', 'merge'].map((action) =>
    actionLabel({ action, entity: action.split('.')[0]! }),
  )
  expect([...acts, ...others].filter(isCode)).toEqual([])
  expect(acts.length).toBeGreaterThan(150)
})

test('a sign-in is described by its result, other actions by what they did and to what', () => {
  const labels = signInActs.flatMap((act) =>
    auditOutcomes.map((outcome) => entryLabels({ action: `sessions.${act}`, entity: 'users', outcome }).sentence),
  )
  expect(new Set(labels).size).toBe(signInActs.length * auditOutcomes.length)
  expect(labels.filter(isCode)).toEqual([])
  expect(entryLabels({ action: 'projects.update', entity: 'projects', outcome: 'refused' })).toEqual({
    sentence: 'Updated project',
    kind: null,
  })
  expect(entryLabels({ action: 'auditLogs.read', entity: 'auditLogs', outcome: 'refused' })).toEqual({
    sentence: 'Requested to view',
    kind: 'Audit trail',
  })
})

test('a purge is named by what it does', () => {
  expect(actionLabel({ action: 'projects.purge', entity: 'projects' })).toBe('Permanently deleted: Projects')
})

test('a job is named by what it does; a sealed field shows only its last characters', () => {
  expect([jobLabel('purge'), jobLabel('aNewJob')].filter(isCode)).toEqual([])
  expect(entryFieldLabel('bankAccounts', 'accountNumber')).toBe('Account number')
  expect(entryFieldLabel('tradingAccounts', 'apiKeyEncrypted')).toBe('API key')
  expect(entryFieldLabel('tenants', 'leaseDays')).toBe('Offline use')
})

test('the request contains the filters with a value, and whole days of this device', () => {
  const wrong = { actor: ['a'], entity: 7, from: '2025-02-30', to: 'soon', sort: 'name' }
  expect(queryOf(wrong)).toBe('')
  const query = new URLSearchParams(queryOf({ entity: 'projects', from: '2025-12-31', to: '2025-12-31' }))
  expect([...query]).toEqual([
    ['entity', 'projects'],
    ['from', new Date(2025, 11, 31).toISOString()],
    ['to', new Date(2026, 0, 1).toISOString()],
  ])
})

test('an entry lists each field that had a value before or after, once and without the id', () => {
  const changesOf = (before: AuditTrailEntry['before'], after: AuditTrailEntry['after']) =>
    fieldsIn({ before, after } as AuditTrailEntry)
  expect(changesOf({ id: 'a', name: 'Quay', city: null }, { id: 'a', name: 'Pier', type: 'OFFICE' })).toEqual([
    'name',
    'city',
    'type',
  ])
  expect([changesOf(null, { id: 'a', name: 'Quay' }), changesOf(null, null)]).toEqual([['name'], []])
})

test('replaced secrets are shown in words, not by their internal names', () => {
  const secrets = ['passwordHash', 'totp', 'recoveryCodes', 'providerHash']
  expect(secrets.map((secret) => entryFieldLabel('users', secret))).toEqual([
    'Password',
    'Two-step verification',
    'Recovery codes',
    'Identity provider account',
  ])
})
