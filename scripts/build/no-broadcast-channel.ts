/** RxDB's storage opens a channel only with `multiInstance`. */
export class BroadcastChannel {
  constructor() {
    throw new Error('The storage is opened without multiInstance')
  }
}
