import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const configFile = at('vite.config.ts')
export const workerEntry = at('sw/main.ts')
export const webFolder = at('dist/web')
