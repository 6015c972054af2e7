import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import { readAbout } from '#server/files/about-file.ts'
import { checkFiles, type FileProblem } from '#server/files/check-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { moveFiles } from '#server/files/move-files.ts'
import { openFiles, openStorages } from '#server/files/open-files.ts'
import { requireStorage, retireStorage } from '#server/installation.ts'
import { type CommandResult, CommandError } from './command.ts'

const warn = (message: string): void => console.error(message)
const reportEvery = 1_000

function reportProgress(label: string): (count: number) => void {
  return (count) => {
    if (count % reportEvery === 0) console.error(`${count} files ${label}`)
  }
}

export async function moveFilesCommand(database: Database, config: Config): Promise<CommandResult> {
  const { target, source } = await openStorages(config, warn)
  if (!source)
    throw new CommandError(
      'There is nothing to move, because these settings name one storage. Give FILES_DIR, the S3 settings, and STORE_FILES_IN with the place where the files are to be. OPERATIONS.md has the steps.',
    )
  await requireStorage(database, (await openFiles(config, warn)).id)
  const moved = await moveFiles(database, {
    target,
    source,
    onMoved: reportProgress('moved'),
    onEmptied: () => retireStorage(database, source.id),
  })
  if (!moved) throw new CommandError('Another process is moving files at this moment.')
  const { damaged, deleted, arriving, remaining, unsuitableNodes } = moved
  const isDone = damaged.length + arriving + remaining + unsuitableNodes.length === 0
  const text = [
    `${moved.moved} files of ${moved.bytes} bytes were moved to ${target.id.name}, and each was read back there.`,
    ...(deleted ? [`${deleted} files were deleted by the server meanwhile.`] : []),
    ...damaged.map((key) => `${key}: the bytes are not those of its hash. It stays in ${source.id.name}.`),
    ...(damaged.length ? ['Restore these files from a backup, then run move-files again.'] : []),
    ...(arriving
      ? [`${arriving} uploads are unfinished and finish in ${source.id.name}. Run move-files again within a few days.`]
      : []),
    ...(remaining ? [`${remaining} files were stored in ${source.id.name} meanwhile. Run move-files again.`] : []),
    ...(unsuitableNodes.length
      ? [...unsuitableNodes, 'Restart these nodes with the settings of this command, then run move-files again.']
      : []),
    isDone
      ? `${source.id.name} is empty. Start every node without it and without STORE_FILES_IN.`
      : 'Keep STORE_FILES_IN and both storages in the settings until then.',
  ]
  return { text: text.join('\n'), exitCode: damaged.length ? 2 : isDone ? 0 : 1 }
}

export async function checkFilesCommand(database: Database, config: Config): Promise<CommandResult> {
  const files = await openFiles(config, warn)
  await requireStorage(database, files.id)
  const { checked, problems, orphaned } = await checkFiles(database, files, reportProgress('checked'))
  const text = [
    ...problems.map(describeProblem),
    ...(await Promise.all(orphaned.map((key) => describeOrphan(files, key)))),
    `${checked} files were checked in ${files.id.name}: ${problems.length} problems, ${orphaned.length} files without a row.`,
    ...(problems.length ? ['A device that cached a file can upload it again; others come from a backup.'] : []),
  ]
  return { text: text.join('\n'), exitCode: problems.length ? 2 : orphaned.length ? 1 : 0 }
}

/** A restored database may lack its record, which then returns from a device. */
async function describeOrphan(files: FileStore, key: string): Promise<string> {
  const about = readAbout(await files.about(key))
  if (!about) return `${key}: no row references this file.`
  return `${key}: no row references this file. It is “${about.fileName}” of ${about.entity} ${about.recordId}, which takes it back when it returns after a restore.`
}

const problems: Readonly<Record<FileProblem['problem'], string>> = {
  missing: 'the file is missing',
  size: 'the file has another size',
  hash: 'the bytes are not those of the hash',
}

const describeProblem = ({ firm, entity, recordId, fileName, key, problem }: FileProblem): string =>
  `${firm}, ${entity} ${recordId}, “${fileName}”: ${problems[problem]} (${key})`
