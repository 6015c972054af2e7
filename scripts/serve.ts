import { main } from '#server/main.ts'
import { stopWithLauncher } from './stop-with-launcher.ts'

stopWithLauncher()
await main()
