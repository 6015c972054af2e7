import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build as buildWithVite } from 'vite'
import { compressFolder } from './build/compress-folder.ts'
import { configFile, projectFolder, webFolder } from './build/folders.ts'
import { buildServiceWorker } from './build/service-worker.ts'
import { hashSources } from './build/sources.ts'
import { inStagedFolder } from './build/staged-folder.ts'
import { stampName } from './build/stamp.ts'

async function build(): Promise<void> {
  const start = performance.now()
  const hash = await hashSources(projectFolder)
  await inStagedFolder(webFolder, async (outDir) => {
    await buildWithVite({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } })
    const { count, bytes } = await buildServiceWorker(outDir)
    await compressFolder(outDir)
    await writeFile(join(outDir, stampName), hash)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`Built the client in ${seconds} s: ${count} files, ${(bytes / 1e6).toFixed(1)} MB before compression`)
  })
}

await build()
