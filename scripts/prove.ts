// npm run prove [-- --histories N --first SEED --only WORDS --older COMMIT]: checks too long for every test run.
// --histories 0 runs the mutants alone; --only selects steps by words of their names.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startThrowAwayPostgres } from '#server/test/services/throw-away-postgres.ts'
import { composeStep } from './image/compose/compose-step.ts'
import { walkStep } from './walk/walk-step.ts'
import { citusStep } from './citus/citus-step.ts'
import { imageStep } from './image/image-step.ts'
import { lighthouseStep } from './lighthouse.ts'
import { alertsStep, dashboardStep } from './monitoring/monitoring-steps.ts'
import { olderVersionStep, upgradeStep } from './checks/older-version.ts'
import { ensurePrograms } from './drills/debian-process.ts'
import { failoverStep, nodesStep } from './drills/drill-steps.ts'
import { search } from './simulator/search/search.ts'
import { allMutants, type Mutant, type World } from './simulator/mutants/mutants-by-world.ts'
import { installDebianPackages, isDebianRoot } from './processes/debian-packages.ts'
import { programOf, runScript } from './processes/programs.ts'
import { endRun, runSteps, type Step } from './checks/steps.ts'
import { stopWithLauncher } from './processes/stop-with-launcher.ts'
import { type Counts, countStep } from './checks/test-counts.ts'
import { testEnvironment } from './checks/test-environment.ts'

const worldNames: Readonly<Record<World, string>> = {
  devices: 'many devices',
  versions: 'two versions beside each other',
  windows: 'one shared browser',
}
const maxHistoriesPerMutant = 200
const players = availableParallelism()

stopWithLauncher()
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '2000' },
    first: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    older: { type: 'string', default: '' },
  },
})
const first = Number(values.first)
const end = first + Number(values.histories)
const postgres = await startThrowAwayPostgres()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void postgres.stop().finally(() => process.exit(130)))
try {
  const histories = (['devices', 'versions', 'windows'] as const).map(historiesStep)
  const others = [
    concurrencyStep(),
    requestsStep(),
    randomBookStep(),
    movingFilesStep(),
    backupKillsStep(),
    backupCopyStep(),
    pointInTimeStep(),
    failoverStep(),
    nodesStep(values.older),
    lighthouseStep(),
    alertsStep(),
    dashboardStep(),
    imageStep(),
    composeStep(),
    walkStep(),
    olderVersionStep(values.older),
    upgradeStep(),
    citusStep(),
  ]
  const steps = [...(end > first ? [...histories, ...others] : []), mutantsStep()]
  endRun(await runSteps(steps.filter(({ name }) => name.includes(values.only))))
} finally {
  await postgres.stop()
}

function historiesStep(world: World): Step {
  return {
    name: `${end - first} histories of ${worldNames[world]}`,
    run: async () => {
      const counts = { passed: 0, failed: 0 }
      const onPlayed = (seed: number) => {
        if (++counts.passed % 100 === 0)
          console.log(`${counts.passed} histories; to continue after a stop: --first ${seed - players}`)
      }
      /** After a failure another player continues. */
      const playSeeds = async (from: number): Promise<void> => {
        const failed = await search(
          { world, serverUrl: postgres.url, first: from, step: players, end, shrink: 80 },
          onPlayed,
        )
        if (!failed) return
        counts.failed++
        console.error(failed.story)
        await playSeeds(failed.seed + players)
      }
      await Promise.all(Array.from({ length: players }, (_, at) => playSeeds(first + at)))
      return counts
    },
  }
}

function concurrencyStep(): Step {
  const args = [
    'run',
    '-c',
    'scripts/vitest.config.ts',
    '--project',
    'scripts',
    'scripts/simulator/concurrency.test.ts',
  ]
  const env = { ...testEnvironment(), HISTORIES: '200', SEED: values.first }
  return {
    name: '200 histories of concurrent requests',
    run: async () => countStep(await runScript(programOf('vitest'), args, env)),
  }
}

function requestsStep(): Step {
  const args = ['run', '-c', 'scripts/vitest.config.ts', '--project', 'server', 'sync-server/fuzz.test.ts']
  const env = { ...testEnvironment(), FUZZ: '20000', SEED: values.first }
  return {
    name: '20,000 requests of every kind',
    run: async () => countStep(await runScript(programOf('vitest'), args, env)),
  }
}

function randomBookStep(): Step {
  const args = ['run', '-c', 'scripts/vitest.config.ts', '--project', 'scripts', 'scripts/random-book.test.ts']
  const env = { ...testEnvironment(), RANDOM_BOOK_COUNT: '10000', SEED: values.first }
  return {
    name: '10,000 random portfolios',
    run: async () => countStep(await runScript(programOf('vitest'), args, env)),
  }
}

function movingFilesStep(): Step {
  const args = ['run', '-c', 'scripts/vitest.config.ts', '--project', 'scripts', 'scripts/moving-files.test.ts']
  const env = { ...testEnvironment(), MOVE_KILLS: '20', VERBOSE: '1' }
  return {
    name: '20 kills of the process that moves files',
    run: async () => countStep(await runScript(programOf('vitest'), args, env)),
  }
}

function backupKillsStep(): Step {
  const args = ['run', '-c', 'scripts/vitest.config.ts', '--project', 'scripts', 'scripts/backup-kills.test.ts']
  const env = { ...testEnvironment(), BACKUP_KILLS: '20', VERBOSE: '1' }
  return {
    name: '20 kills of a backup and of a restore',
    run: async () => countStep(await runScript(programOf('vitest'), args, env)),
  }
}

function backupCopyStep(): Step {
  const args = ['run', '-c', 'scripts/vitest.config.ts', '--project', 'scripts', 'scripts/backup-copy.test.ts']
  const env = { ...testEnvironment(), BACKUP_COPY: '1' }
  return {
    name: 'a backup in a bucket',
    run: async () => {
      ensurePrograms({ rclone: 'rclone' })
      return countStep(await runScript(programOf('vitest'), args, env))
    },
  }
}

function pointInTimeStep(): Step {
  const args = ['run', '-c', 'scripts/vitest.config.ts', '--project', 'scripts', 'scripts/point-in-time.test.ts']
  const env = { ...testEnvironment(), POINT_IN_TIME: '1' }
  return {
    name: 'point-in-time recovery with pgBackRest',
    run: async () => {
      if (isDebianRoot() && !existsSync('/usr/bin/pgbackrest')) installDebianPackages('postgresql', 'pgbackrest')
      return countStep(await runScript(programOf('vitest'), args, env))
    },
  }
}

function mutantsStep(): Step {
  return {
    name: 'mutants of the source',
    run: async () => {
      const remaining = [...allMutants]
      const done: Counts[] = []
      const searchOn = async () => {
        for (let mutant = remaining.shift(); mutant; mutant = remaining.shift()) done.push(await kill(mutant))
      }
      await Promise.all(Array.from({ length: players }, searchOn))
      return { passed: done.filter(({ failed }) => !failed).length, failed: done.filter(({ failed }) => failed).length }
    },
  }
}

async function kill({ name, world }: Mutant): Promise<Counts> {
  const options = {
    world,
    serverUrl: postgres.url,
    first: 1,
    step: 1,
    end: maxHistoriesPerMutant + 1,
    mutant: name,
    shrink: 0,
  }
  const found = await search(options)
  const outcome = found?.isViolation ? `dies in history ${found.seed}` : (found?.story ?? 'SURVIVES')
  console.log(`${name}: ${outcome}`)
  return found?.isViolation ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}
