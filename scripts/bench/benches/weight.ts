import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { projectFolder, workerEntry } from '../../build/folders.ts'
import { packageBuilds } from '../../build/package-builds.ts'
import { kb, noted, within } from '../stage/table.ts'
import type { Bench } from './bench.ts'

const storagePackages = /node_modules\/(rxdb|dexie|rxjs|mingo|tslib|oblivious-set)\//

export const weight: Bench = {
  conditions: 'the packages that store data on a device (RxDB, Dexie and theirs), minified, after gzip -9',
  async run() {
    const page = await storageBytes(join(projectFolder, 'web', 'main.tsx'))
    const worker = await storageBytes(workerEntry)
    const dexie = await storageBytes(packageBuilds.dexie)
    return [
      within(50, kb('in the page', page)),
      within(50, kb('in the service worker', worker)),
      noted(kb('in the service worker', worker), kb('Dexie alone', dexie)),
    ]
  },
}

/** What is left of the packages in the bundle of `entry`, in kilobytes. */
async function storageBytes(entry: string): Promise<number> {
  const codeSplitting = { groups: [{ name: 'storage', test: storagePackages }] }
  const built = await build({
    configFile: false,
    root: projectFolder,
    publicDir: false,
    logLevel: 'error',
    resolve: packageBuilds.resolve,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rolldownOptions: { input: entry, output: { codeSplitting }, preserveEntrySignatures: 'strict' },
    },
  })
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const storage = chunks.filter(
    (each) => each.type === 'chunk' && each.moduleIds.some((id) => storagePackages.test(id)),
  )
  return (
    storage.reduce((sum, each) => sum + (each.type === 'chunk' ? gzipSync(each.code, { level: 9 }).length : 0), 0) /
    1000
  )
}
