import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../page', import.meta.url))

export async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, sourcemap: false, target: 'es2023', chunkSizeWarningLimit: 2_000 },
  })
}
