/** RxDB's storage opens such a channel only with `multiInstance`. The package is mostly for browsers without channels. */
export class BroadcastChannel {
  constructor() {
    throw new Error('The storage is opened without multiInstance')
  }
}
