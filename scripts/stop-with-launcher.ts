/** Ends this process in order when the launcher that started it (scripts/run.mjs) was killed. */
export function stopWithLauncher(): void {
  if (!process.connected) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Listening must not keep a finished command alive.
  process.channel?.unref()
}
