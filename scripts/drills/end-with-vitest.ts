// Vitest ends immediately when it is stopped, and leaves its workers running with all that a drill has started.
for (const event of ['disconnect', 'SIGTERM'] as const)
  process.once(event, () => {
    process.emit('exit', 1)
    // Vitest forbids process.exit.
    process.kill(process.pid, 'SIGKILL')
  })
