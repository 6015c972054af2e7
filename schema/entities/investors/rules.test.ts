import { describe, expect, it } from 'vitest'
import type { Values } from '#schema/kernel/parse.ts'
import { completeValues, issuesOnSave } from '#schema/rules.ts'
import { kycReviewDay } from './kyc.ts'

const today = '2026-03-15'
const writer = { userId: 'ada', at: '2026-03-15T10:00:00.000Z' }
const pending = { kycStatus: 'PENDING', kycReason: null, kycReviewOn: null, kycDecidedAt: null, kycDecidedBy: null }
const approved = { ...pending, kycStatus: 'APPROVED', kycReviewOn: '2026-09-01', kycDecidedBy: 'omar' }

const saved = (before: Values | null, after: Values, by: object = { writer }) =>
  completeValues('investors', { ...pending, ...before, ...after }, () => undefined, { before, today, ...by })

describe('a KYC decision', () => {
  it('records who made it and when; an approval ends after a year', () => {
    expect(saved(pending, { kycStatus: 'APPROVED' })).toMatchObject({
      kycReviewOn: '2027-03-15',
      kycDecidedAt: writer.at,
      kycDecidedBy: 'ada',
    })
    expect(saved(pending, { kycStatus: 'APPROVED', kycReviewOn: '2026-05-01' })['kycReviewOn']).toBe('2026-05-01')
  })

  it('has no time or reviewer on a device before the server accepts it', () => {
    expect(saved(approved, { kycStatus: 'REJECTED', kycReason: 'Fake' }, {})).toMatchObject({
      kycReviewOn: null,
      kycDecidedAt: null,
      kycDecidedBy: null,
    })
  })

  it('is also a change of its date, reason or evidence; other changes are not', () => {
    for (const change of [{ kycReviewOn: '2027-01-01' }, { kycReason: 'Letter seen' }, { kycDocuments: ['letter'] }])
      expect(saved(approved, change)).toMatchObject({ ...change, kycDecidedBy: 'ada' })
    expect(saved(approved, { phone: '1' })).toMatchObject({ kycDecidedBy: 'omar' })
    expect(saved(pending, { kycReviewOn: '2027-01-01' })).toMatchObject({ kycReviewOn: null, kycDecidedBy: null })
    const undated = { ...approved, kycReviewOn: null }
    expect(saved(undated, { kycReason: 'Letter seen' })).toMatchObject({ kycReviewOn: null })
  })

  it('drops the previous reason and evidence unless it names them', () => {
    const grounded = { ...approved, kycReason: 'Seen', kycDocuments: ['passport'] }
    expect(saved(grounded, { kycStatus: 'EXPIRED' })).toMatchObject({ kycReason: null, kycDocuments: null })
    expect(saved(grounded, { kycReviewOn: '2027-01-01' })).toMatchObject({ kycDocuments: ['passport'] })
    const named = ['kycStatus', 'kycReason', 'kycDocuments']
    expect(saved(grounded, { kycStatus: 'EXPIRED' }, { writer, named })).toMatchObject({
      kycReason: 'Seen',
      kycDocuments: ['passport'],
    })
    const rejected = { ...grounded, kycStatus: 'REJECTED' }
    expect(issuesOnSave('investors', rejected, { before: grounded, today, named: ['kycStatus'] })).toEqual({
      kycReason: { key: 'required' },
    })
    expect(issuesOnSave('investors', rejected, { before: grounded, today, named })).toEqual({})
  })

  it('gets a new review date when the earlier one has passed', () => {
    const expired = { ...approved, kycStatus: 'EXPIRED', kycReviewOn: '2026-03-01' }
    expect(saved(approved, { kycStatus: 'EXPIRED' })['kycReviewOn']).toBe(today)
    expect(saved({ ...approved, kycReviewOn: '2026-03-01' }, { kycStatus: 'EXPIRED' })['kycReviewOn']).toBe(
      '2026-03-01',
    )
    expect(saved(expired, { kycStatus: 'APPROVED' })['kycReviewOn']).toBe('2027-03-15')
    expect(saved({ ...expired, kycReviewOn: '2026-09-01' }, { kycStatus: 'APPROVED' })['kycReviewOn']).toBe(
      '2027-03-15',
    )
  })

  it('imported from another system has no reviewer and no made-up review date', () => {
    expect(saved(null, { kycStatus: 'APPROVED' })).toMatchObject({ kycReviewOn: null, kycDecidedBy: null })
    const ended = { kycStatus: 'APPROVED', kycReviewOn: '2024-03-15' }
    expect(saved(null, ended)).toMatchObject(ended)
  })

  it('to reject needs a reason, and the next review must be within five years', () => {
    const issues = (after: Values) => issuesOnSave('investors', { ...pending, ...after }, { before: pending, today })
    expect(issues({ kycStatus: 'REJECTED', kycReason: ' ' })).toEqual({ kycReason: { key: 'required' } })
    expect(issues({ kycStatus: 'REJECTED', kycReason: 'Fake' })).toEqual({})
    const ofReview = (kycReviewOn: string) => issues({ kycStatus: 'APPROVED', kycReviewOn })['kycReviewOn']?.key
    expect(['2026-03-13', '2026-03-14', '2031-03-15', '2031-03-16'].map(ofReview)).toEqual([
      'kycReviewInPast',
      undefined,
      undefined,
      'kycReviewTooLate',
    ])
  })
})

it('evidence that expires within the year ends the approval', () => {
  const passport = { kycEvidence: 'IDENTIFICATION', expiresOn: '2026-06-01' } as const
  expect(kycReviewDay([passport], today)).toBe('2026-06-01')
  expect(kycReviewDay([{ expiresOn: '2026-06-01' }, { ...passport, expiresOn: null }], today)).toBe('2027-03-15')
})
