/**
 * What the mocks of one store do in Redis, as one script of Lua: each call happens wholly or not at all. Redis stops
 * a script that lacks memory at its first write.
 *
 * A document is a hash of fields, and a sorted set of the versions in which they were last set. The table of sessions
 * is one, and so are each state and each snapshot. Its generation differs from that of all documents before. A state
 * has its counts of exchanges in a hash beside it, since no other write depends on them.
 *
 * KEYS: the prefix. ARGV: the operation, the epoch of the store, and the arguments as JSON, all of them texts. Returns
 * the number of changes so far, and the result.
 */
export const SCRIPT = `
local prefix, op, epoch, a = KEYS[1], ARGV[1], ARGV[2], cjson.decode(ARGV[3])
local call = redis.call
local function key(kind, name) return prefix .. ':' .. kind .. ':' .. (name or '') end
local function doc(name) return key('doc', name) end
local meta, journals, seen = prefix .. ':meta', prefix .. ':journals', prefix .. ':seen'

local function set(name, version, fields)
	call('HINCRBY', meta, 'changes', 1)
	for i = 1, #fields, 2 do
		call('HSET', doc(name), fields[i], fields[i + 1])
		call('ZADD', doc(name) .. ':v', version, fields[i])
	end
end

local function begin(name, fields)
	local generation = call('HINCRBY', meta, 'generations', 1)
	call('HSET', doc(name), '@generation', generation, '@version', 1)
	set(name, 1, fields)
end

local function clear(name, keepsCounts)
	call('HINCRBY', meta, 'changes', 1)
	call('UNLINK', doc(name), doc(name) .. ':v')
	if not keepsCounts then call('UNLINK', doc(name) .. ':m') end
end

local function copy(from, to)
	for _, part in ipairs({'', ':v', ':m'}) do
		call('COPY', doc(from) .. part, doc(to) .. part, 'REPLACE')
	end
	call('HSET', doc(to), '@generation', call('HINCRBY', meta, 'generations', 1))
	call('HINCRBY', meta, 'changes', 1)
end

local function snapshot(name, id) return name .. '@' .. id end

local function drop(name)
	for _, id in ipairs(call('ZRANGE', key('snapshots', name), 0, -1)) do clear(snapshot(name, id)) end
	call('UNLINK', key('snapshots', name))
	clear(name)
end

-- Returns generation and version, and name, version and value of each field that was set after a version.
local function read(name, generation, since)
	local head = call('HMGET', doc(name), '@generation', '@version')
	if not head[1] then return {} end
	if head[1] == generation and head[2] == since then return head end
	local from = head[1] == generation and '(' .. since or '-inf'
	local fields = call('ZRANGEBYSCORE', doc(name) .. ':v', from, '+inf', 'WITHSCORES')
	for i = 1, #fields, 2 do
		head[#head + 1] = fields[i]
		head[#head + 1] = fields[i + 1]
		head[#head + 1] = call('HGET', doc(name), fields[i])
	end
	return head
end

local function isCurrent(name, generation, since, guards)
	if call('HGET', doc(name), '@generation') ~= generation then return false end
	for _, field in ipairs(guards) do
		local version = call('ZSCORE', doc(name) .. ':v', field)
		if version and tonumber(version) > tonumber(since) then return false end
	end
	return true
end

local function now()
	local time = call('TIME')
	return time[1] * 1000 + time[2] / 1000
end

-- Redis takes no -0.
local function minus(bytes) return string.format('%d', 0 - tonumber(bytes or 0)) end

-- Deletes the journal of a session.
local function clearJournal(session)
	call('HINCRBY', meta, 'journalBytes', minus(call('ZSCORE', journals, session)))
	call('ZREM', journals, session)
	call('UNLINK', key('journal', session))
end

local function dropOldest(session)
	local oldest = call('XRANGE', key('journal', session), '-', '+', 'COUNT', 1)[1]
	if not oldest then return clearJournal(session) end
	call('XDEL', key('journal', session), oldest[1])
	call('ZINCRBY', journals, minus(oldest[2][4]), session)
	call('HINCRBY', meta, 'journalBytes', minus(oldest[2][4]))
end

local kind = call('TYPE', meta).ok
if kind ~= 'none' and kind ~= 'hash' then return {0, {}} end
local ops = {}

function ops.read() return read(a.name, a.generation, a.since) end

-- Begins a document that does not exist, and reads it.
function ops.open()
	if call('EXISTS', doc(a.name)) == 0 then begin(a.name, a.fields) end
	return read(a.name, a.generation, a.since)
end

-- Sets fields, or begins the document anew, unless a guarded field was set after the version that the writer has seen.
function ops.commit()
	if not isCurrent(a.name, a.generation, a.since, a.guards) then return {} end
	if a.anew then
		clear(a.name, a.anew == 'with counts')
		begin(a.name, a.fields)
		return {'1'}
	end
	for _, session in ipairs(a.idle or {}) do
		if tonumber(call('ZSCORE', seen, session) or '0') > now() - a.idleMs then return {} end
	end
	local version = call('HINCRBY', doc(a.name), '@version', 1)
	set(a.name, version, a.fields)
	for _, name in ipairs(a.drops or {}) do drop(name) end
	for _, session in ipairs(a.forgets or {}) do
		clearJournal(session)
		call('ZREM', seen, session)
		call('UNLINK', key('used', session))
	end
	return {tostring(version)}
end

function ops.drop()
	drop(a.name)
	return {}
end

function ops.snapshot()
	if not isCurrent(a.name, a.generation, 0, {}) then return {} end
	local id = call('HINCRBY', meta, 'snapshots', 1)
	copy(a.name, snapshot(a.name, id))
	call('ZADD', key('snapshots', a.name), id, id)
	return {tostring(id)}
end

function ops.snapshots() return call('ZRANGE', key('snapshots', a.name), 0, -1) end

function ops.restore()
	if not call('ZSCORE', key('snapshots', a.name), a.id) then return {} end
	clear(a.name)
	copy(snapshot(a.name, a.id), a.name)
	return {'done'}
end

function ops.deleteSnapshot()
	if call('ZREM', key('snapshots', a.name), a.id) == 0 then return {} end
	clear(snapshot(a.name, a.id))
	return {'done'}
end

-- Counts one exchange. A series is its place, its count, its sum, and the count of each bucket.
function ops.observe()
	if call('EXISTS', doc(a.name)) == 0 then return {} end
	local counts = doc(a.name) .. ':m'
	local series = {}
	for number in (call('HGET', counts, a.series) or ''):gmatch('%S+') do series[#series + 1] = tonumber(number) end
	local length = 3 + tonumber(a.buckets)
	if #series ~= length then
		series = {call('HLEN', counts)}
		for i = 2, length do series[i] = 0 end
	end
	series[2] = series[2] + 1
	series[3] = series[3] + tonumber(a.seconds)
	local bucket = 4 + tonumber(a.bucket)
	if bucket <= length then series[bucket] = series[bucket] + 1 end
	for i = 1, length do series[i] = string.format('%.17g', series[i]) end
	call('HSET', counts, a.series, table.concat(series, ' '))
	return {'done'}
end

function ops.observations() return call('HGETALL', doc(a.name) .. ':m') end

local function isDropped(session)
	return (call('HGET', doc('sessions'), session) or ''):sub(1, 10) == '{"dropped"'
end

-- Records that a session was used, and what the response depended on.
function ops.use()
	if isDropped(a.session) then return {} end
	call('ZADD', seen, now(), a.session)
	for i = 1, #a.used, 2 do call('HINCRBY', key('used', a.session), a.used[i], a.used[i + 1]) end
	return {}
end

-- Writes an entry into the journal of a session.
function ops.write()
	if isDropped(a.session) then return {} end
	local number = call('HINCRBY', meta, 'number', 1)
	call('XADD', key('journal', a.session), number .. '-0', 'entry', a.entry, 'bytes', a.bytes)
	call('ZINCRBY', journals, a.bytes, a.session)
	call('HINCRBY', meta, 'journalBytes', a.bytes)
	call('PUBLISH', prefix .. ':events', 'exchange ' .. number .. ' ' .. a.bytes .. ' ' .. a.entry)
	if call('XLEN', key('journal', a.session)) > tonumber(a.maxEntries) then dropOldest(a.session) end
	while tonumber(call('HGET', meta, 'journalBytes')) > tonumber(a.maxBytes) do
		dropOldest(call('ZREVRANGE', journals, 0, 0)[1])
	end
	return {}
end

function ops.clearJournal()
	local sessions = a.session and {a.session} or call('ZRANGE', journals, 0, -1)
	for _, session in ipairs(sessions) do clearJournal(session) end
	return {}
end

-- Counts the entries that the journals of sessions no longer have.
function ops.dropped()
	local dropped = 0
	for _, session in ipairs(a.session and {a.session} or call('ZRANGE', journals, 0, -1)) do
		if call('EXISTS', key('journal', session)) == 1 then
			local info = call('XINFO', 'STREAM', key('journal', session))
			for i = 1, #info, 2 do
				if info[i] == 'entries-added' then dropped = dropped + info[i + 1] end
				if info[i] == 'length' then dropped = dropped - info[i + 1] end
			end
		end
	end
	return {tostring(dropped)}
end

function ops.announce()
	call('PUBLISH', prefix .. ':events', 'change ' .. a.change)
	return {}
end

function ops.used() return call('HGETALL', key('used', a.session)) end

-- Lists sessions, each with the milliseconds since it was used.
function ops.idle()
	local found = call('ZRANGEBYSCORE', seen, '-inf', now() - a.ms, 'WITHSCORES')
	for i = 2, #found, 2 do found[i] = string.format('%d', now() - found[i]) end
	return found
end

-- Takes one request from a rate limit. Returns 0, or the milliseconds to wait.
function ops.acquire()
	local limit, interval, time = key('rate', a.limit), 1000 / tonumber(a.perSecond), now()
	local burst = (math.max(1, tonumber(a.perSecond)) - 1) * interval
	local from = math.max(tonumber(call('GET', limit) or '0'), time)
	local wait = from - burst - time
	if wait > 0.001 then return {string.format('%.17g', wait)} end
	call('SET', limit, string.format('%.17g', from + interval), 'PX', math.ceil(from + interval - time) + 1000)
	return {'0'}
end

-- Begins the store if it does not exist, and lets a mock of the same layout and document join it.
function ops.join()
	if kind == 'none' then
		call('HSET', meta, 'epoch', epoch, 'layout', a.layout, 'document', a.document, 'initial', a.initial)
		begin('sessions', a.fields)
	end
	local found = call('HMGET', meta, 'epoch', 'layout', 'document', 'initial')
	if found[2] == a.layout and found[3] == a.document then
		found[5] = tostring(call('HINCRBY', meta, 'mocks', 1))
	end
	return found
end

-- Whether the store has lost changes that a mock has seen. Only one mock is told.
function ops.compare()
	if tonumber(call('HGET', meta, 'changes') or '0') >= tonumber(a.changes) then return {} end
	call('HSET', meta, 'changes', a.changes)
	return {'lost'}
end

if op ~= 'join' and call('HGET', meta, 'epoch') ~= epoch then return redis.error_reply('EPOCH') end
local result = ops[op]()
return {tonumber(call('HGET', meta, 'changes') or '0'), result}
`;
