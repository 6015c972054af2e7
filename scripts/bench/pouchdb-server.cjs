// PouchDB's own server on LevelDB, in the folder where it was installed, as a process of its own.
const { join } = require('node:path')

const [folder, data] = process.argv.slice(2)
const installed = (name) => require(require.resolve(name, { paths: [folder] }))
const PouchDB = installed('pouchdb').defaults({ prefix: join(data, '/') })
const serve = installed('express-pouchdb')(PouchDB, { mode: 'minimumForPouchDB', logPath: join(data, 'log.txt') })
const server = installed('express')()
  .use('/', serve)
  .listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
