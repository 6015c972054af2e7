import { describe, expect, test } from 'vitest'
import { filePathOf } from '#schema/kernel/files.ts'
import { sharedAddress, unsharedReasons } from '#schema/app/shared-files.ts'
import { unavailableFileAddress } from '#schema/app/unavailable-file.ts'
import { unopenedIn } from './unopened-in.ts'
import { type Place, unsharedIn } from './unshared-in.ts'

const id = '01900000-0000-7000-8000-000000000001'

function placeAt(address: string): Place {
  const { pathname, searchParams } = new URL(address, location.origin)
  return { pathname, search: Object.fromEntries(searchParams) }
}

describe('the address of a file that does not open', () => {
  test.each([filePathOf(id), filePathOf(id, 'projects')])('names %s', (file) => {
    expect(unopenedIn(placeAt(unavailableFileAddress(file)))).toBe(file)
  })

  const nowhere = ['', 'http://[', '//elsewhere.example', '/logout', `/files/${id}/..`, 'javascript:alert(1)']
  test.each(nowhere)('does not lead to %j', (file) => {
    expect(unopenedIn(placeAt(unavailableFileAddress(file)))).toBeUndefined()
  })

  test('leads to no other origin, and says nothing at other addresses', () => {
    const elsewhere = `https://elsewhere.example${filePathOf(id)}`
    expect(unopenedIn(placeAt(unavailableFileAddress(elsewhere)))).toBe(filePathOf(id))
    expect(unopenedIn({ pathname: '/unopened', search: { file: 7 } })).toBeUndefined()
    expect(unopenedIn(placeAt(`/documents?file=${filePathOf(id)}`))).toBeUndefined()
  })
})

describe('the address after files were shared', () => {
  test.each(unsharedReasons)('says that they are not here: %s', (reason) => {
    expect(unsharedIn(placeAt(sharedAddress(reason)))).toBe(reason)
  })

  test('says nothing where they are here, and takes no reason that is none', () => {
    expect(unsharedIn(placeAt(sharedAddress('kept')))).toBeUndefined()
    expect(unsharedIn(placeAt('/share?not=yours'))).toBeUndefined()
    expect(unsharedIn(placeAt('/documents?not=nobody'))).toBeUndefined()
  })
})
