import { baseImage, buildImage, makeBaseImages } from './base-images.ts'
import { run } from './run.ts'

const image = 'localhost/holdfast-check'
let built: Promise<string> | undefined

/** The name of the image, built once in a run. */
export const buildHoldfast = (): Promise<string> => (built ??= build())

async function build(): Promise<string> {
  await makeBaseImages()
  await run('buildah', [
    'bud',
    '--isolation=chroot',
    '--format=docker',
    `--build-arg=BUILD_IMAGE=${buildImage}`,
    `--build-arg=BASE_IMAGE=${baseImage}`,
    `--tag=${image}`,
    '.',
  ])
  return image
}
