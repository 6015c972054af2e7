import { staticSteps } from './checks/static-steps.ts'
import { endRun, runSteps } from './checks/steps.ts'
import { stopWithLauncher } from './processes/stop-with-launcher.ts'

stopWithLauncher()
endRun(await runSteps(staticSteps()))
