// React would tell the browser's profiler of each rendering and each effect, and keep what it told.
for (const name of ['timeStamp', 'createTask']) Reflect.deleteProperty(console, name)
