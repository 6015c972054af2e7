import { main } from '#server/main.ts'
import { stopWithLauncher } from './processes/stop-with-launcher.ts'

stopWithLauncher()
await main()
