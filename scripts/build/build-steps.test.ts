import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { compressFolder } from './compress-folder.ts'
import { hashSources } from './sources.ts'
import { inStagedFolder } from './staged-folder.ts'

const folders: string[] = []

function setupFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-build-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) write(folder, path, text)
  return folder
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('precompressing', () => {
  it('puts brotli and gzip copies of the same bytes beside a file', async () => {
    const text = 'hold fast '.repeat(300)
    const folder = setupFolder({ 'assets/main.js': text })
    await compressFolder(folder)
    expect(String(brotliDecompressSync(readFileSync(join(folder, 'assets/main.js.br'))))).toBe(text)
    expect(String(gunzipSync(readFileSync(join(folder, 'assets/main.js.gz'))))).toBe(text)
  })

  it('skips files that are compressed already or fit into a packet', async () => {
    const folder = setupFolder({ 'icon.png': 'x'.repeat(5000), 'small.js': 'hold' })
    await compressFolder(folder)
    expect(readdirSync(folder).sort()).toEqual(['icon.png', 'small.js'])
  })
})

describe('the hash of the sources', () => {
  const sources = { 'web/main.tsx': 'a', 'schema/money/money.ts': 'b', 'package-lock.json': '{}' }

  it.each(['web/main.tsx', 'schema/money/money.ts', 'package-lock.json', 'sw/added.ts', 'web/public/added.png'])(
    'changes with %s',
    async (path) => {
      const folder = setupFolder(sources)
      const before = await hashSources(folder)
      write(folder, path, 'changed')
      expect(await hashSources(folder)).not.toBe(before)
    },
  )

  it.each(['web/main.test.tsx', 'web/app/route-tree.gen.ts', 'sync-server/main.ts', 'dist/web/index.html'])(
    'does not change with %s, which is not built in',
    async (path) => {
      const folder = setupFolder(sources)
      const before = await hashSources(folder)
      write(folder, path, 'changed')
      expect(await hashSources(folder)).toBe(before)
    },
  )

  it('is the same for the same sources in another folder', async () => {
    expect(await hashSources(setupFolder(sources))).toBe(await hashSources(setupFolder(sources)))
  })
})

describe('a staged folder', () => {
  it('replaces the old one when the work is done', async () => {
    const folder = setupFolder({ 'web/old.js': 'old' })
    await inStagedFolder(join(folder, 'web'), async (staged) => {
      write(staged, 'new.js', 'new')
      expect(readdirSync(join(folder, 'web'))).toEqual(['old.js'])
    })
    expect(readdirSync(folder)).toEqual(['web'])
    expect(readdirSync(join(folder, 'web'))).toEqual(['new.js'])
  })

  it('keeps the old one when the work fails', async () => {
    const folder = setupFolder({ 'web/old.js': 'old' })
    const failing = inStagedFolder(join(folder, 'web'), () => Promise.reject(new Error('no build')))
    await expect(failing).rejects.toThrow('no build')
    expect(readdirSync(folder)).toEqual(['web'])
    expect(readdirSync(join(folder, 'web'))).toEqual(['old.js'])
  })

  it('is created if there was none before', async () => {
    const folder = setupFolder({})
    await inStagedFolder(join(folder, 'dist', 'web'), async (staged) => write(staged, 'new.js', 'new'))
    expect(readdirSync(join(folder, 'dist'))).toEqual(['web'])
  })
})
