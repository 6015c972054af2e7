import { staticSteps } from './static-steps.ts'
import { endRun, runSteps } from './steps.ts'
import { stopWithLauncher } from './stop-with-launcher.ts'

stopWithLauncher()
endRun(await runSteps(staticSteps()))
