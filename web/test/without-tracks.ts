// React would report each rendering to the browser's profiler, which keeps the entries.
for (const name of ['timeStamp', 'createTask']) Reflect.deleteProperty(console, name)
