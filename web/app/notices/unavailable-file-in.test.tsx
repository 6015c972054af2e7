import { describe, expect, test } from 'vitest'
import { filePathOf } from '#schema/kernel/files.ts'
import { addressAfterShare, unsharedReasons } from '#schema/app/shared-files.ts'
import { unavailableFileAddress } from '#schema/app/unavailable-file.ts'
import { unavailableFileIn } from './unavailable-file-in.ts'
import { type AppLocation, unsharedReasonIn } from './unshared-reason-in.ts'

const id = '01900000-0000-7000-8000-000000000001'

function locationOf(address: string): AppLocation {
  const { pathname, searchParams } = new URL(address, location.origin)
  return { pathname, search: Object.fromEntries(searchParams) }
}

describe('the address of a file that cannot be opened', () => {
  test.each([filePathOf(id), filePathOf(id, 'projects')])('names %s', (file) => {
    expect(unavailableFileIn(locationOf(unavailableFileAddress(file)))).toBe(file)
  })

  const invalid = ['', 'http://[', '//elsewhere.example', '/logout', `/files/${id}/..`, 'javascript:alert(1)']
  test.each(invalid)('does not accept %j', (file) => {
    expect(unavailableFileIn(locationOf(unavailableFileAddress(file)))).toBeUndefined()
  })

  test('accepts no other origin and no other path', () => {
    const elsewhere = `https://elsewhere.example${filePathOf(id)}`
    expect(unavailableFileIn(locationOf(unavailableFileAddress(elsewhere)))).toBe(filePathOf(id))
    expect(unavailableFileIn({ pathname: '/unopened', search: { file: 7 } })).toBeUndefined()
    expect(unavailableFileIn(locationOf(`/documents?file=${filePathOf(id)}`))).toBeUndefined()
  })
})

describe('the address after sharing files', () => {
  test.each(unsharedReasons)('gives the reason why they are missing: %s', (reason) => {
    expect(unsharedReasonIn(locationOf(addressAfterShare(reason)))).toBe(reason)
  })

  test('gives no reason if the files are there or the reason is unknown', () => {
    expect(unsharedReasonIn(locationOf(addressAfterShare('stored')))).toBeUndefined()
    expect(unsharedReasonIn(locationOf('/share?not=yours'))).toBeUndefined()
    expect(unsharedReasonIn(locationOf('/documents?not=nobody'))).toBeUndefined()
  })
})
