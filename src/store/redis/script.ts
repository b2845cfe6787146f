/**
 * What the mocks of one store do in Redis, as one script of Lua: each call happens wholly or not at all. Redis stops
 * a script that lacks memory at its first write.
 *
 * A document is a hash of fields, and a sorted set of the versions in which they were last set. The table of sessions
 * is one, and so are each state and each snapshot. Its generation differs from that of all documents before. A state
 * has its counts of exchanges in a hash beside it, since no other write depends on them.
 *
 * The store keeps how many changes each mock has seen. If it has a smaller number than the mock, the data is older than
 * what the mock has seen, whatever other mocks have changed since: Redis was restored from a backup, or has lost its last
 * writes. The mock that notices it first tells all sessions, and begins a new line of changes. `lines` has the earlier ones.
 *
 * KEYS: the prefix. ARGV: the operation, the line, the mock, the number of changes it has seen, and the arguments as JSON,
 * all of them texts. Returns the number of changes that the mock has seen now, and the result.
 */
export const SCRIPT = `
local prefix, op, line, mock, seenBefore, a = KEYS[1], ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), cjson.decode(ARGV[5])
local call = redis.call
local function key(kind, name) return prefix .. ':' .. kind .. ':' .. name end
local function doc(name) return key('doc', name) end
local meta, journals, seen, dropped = prefix .. ':meta', prefix .. ':journals', prefix .. ':seen', prefix .. ':dropped'
local mocks, lines, gone = prefix .. ':mocks', prefix .. ':lines', prefix .. ':gone'

local function changed() return call('HINCRBY', meta, 'changes', 1) end

local function set(name, version, fields)
	changed()
	for i = 1, #fields, 2 do
		call('HSET', doc(name), fields[i], fields[i + 1])
		call('ZADD', doc(name) .. ':v', version, fields[i])
	end
end

local function begin(name, fields)
	call('HSET', doc(name), '@generation', call('HINCRBY', meta, 'generations', 1), '@version', 1)
	set(name, 1, fields)
end

local function clear(name, keepsCounts)
	changed()
	call('UNLINK', doc(name), doc(name) .. ':v')
	if not keepsCounts then call('UNLINK', doc(name) .. ':m') end
end

local function copy(from, to)
	clear(to)
	for _, part in ipairs({'', ':v', ':m'}) do call('COPY', doc(from) .. part, doc(to) .. part) end
	call('HSET', doc(to), '@generation', call('HINCRBY', meta, 'generations', 1))
end

local function drop(name)
	for _, id in ipairs(call('ZRANGE', key('snapshots', name), 0, -1)) do clear(name .. '@' .. id) end
	call('UNLINK', key('snapshots', name))
	clear(name)
end

local function now()
	local time = call('TIME')
	return time[1] * 1000 + time[2] / 1000
end

local function addBytes(session, bytes)
	call('ZINCRBY', journals, bytes, session)
	call('HINCRBY', meta, 'journalBytes', bytes)
end

local function clearJournal(session)
	addBytes(session, 0 - (call('ZSCORE', journals, session) or 0))
	call('ZREM', journals, session)
	call('HDEL', dropped, session)
	call('UNLINK', key('journal', session))
end

local function dropOldest(session)
	local oldest = call('XRANGE', key('journal', session), '-', '+', 'COUNT', 1)[1]
	call('XDEL', key('journal', session), oldest[1])
	call('HINCRBY', dropped, session, 1)
	addBytes(session, 0 - #oldest[2][2])
end

local function isDropped(session)
	return (call('HGET', doc('sessions'), session) or ''):match('^%S* $')
end

-- Remembers why a limited number of sessions were dropped.
local function limitGone(version, session)
	call('ZADD', gone, version, session)
	local oldest = call('ZPOPMIN', gone, math.max(0, call('ZCARD', gone) - 10000))
	for i = 1, #oldest, 2 do
		if isDropped(oldest[i]) then
			call('HDEL', doc('sessions'), oldest[i])
			call('ZREM', doc('sessions') .. ':v', oldest[i])
		end
	end
end

-- Whether the mock has seen the last change of a session, or of another field.
local function isSeen(name, field)
	return tonumber(call('ZSCORE', doc(name) .. ':v', field) or 0) <= tonumber(a.since)
end

local ops = {}

-- Runs a command on a key of the store.
function ops.call()
	local command = a.command
	local reply = call(command[1], prefix .. ':' .. command[2], unpack(command, 3))
	return type(reply) == 'table' and reply or {tostring(reply)}
end

-- Returns generation and version, and name, version and value of each field that was set after a version. With fields,
-- begins a document that does not exist.
function ops.read()
	if a.fields and call('EXISTS', doc(a.name)) == 0 then begin(a.name, a.fields) end
	local found = call('HMGET', doc(a.name), '@generation', '@version')
	if not found[1] then return {} end
	if found[1] == a.generation and found[2] == a.since then return found end
	local from = found[1] == a.generation and '(' .. a.since or '-inf'
	local fields = call('ZRANGEBYSCORE', doc(a.name) .. ':v', from, '+inf', 'WITHSCORES')
	for i = 1, #fields, 2 do
		found[#found + 1] = fields[i]
		found[#found + 1] = fields[i + 1]
		found[#found + 1] = call('HGET', doc(a.name), fields[i])
	end
	return found
end

-- Sets fields, or begins the document anew, unless one of them was set after the version that the writer has seen.
-- Returns what read returns.
function ops.commit()
	if call('HGET', doc(a.name), '@generation') ~= a.generation then return {} end
	for i = 1, #a.fields, 2 do if not isSeen(a.name, a.fields[i]) then return {} end end
	if a.idleMs and tonumber(call('ZSCORE', seen, a.forgets) or 0) > now() - a.idleMs then return {} end
	if a.anew then
		clear(a.name, a.anew == 'with counts')
		begin(a.name, a.fields)
		return ops.read()
	end
	local version = call('HINCRBY', doc(a.name), '@version', 1)
	set(a.name, version, a.fields)
	for _, name in ipairs(a.drops or {}) do drop(name) end
	if a.forgets then
		clearJournal(a.forgets)
		call('ZREM', seen, a.forgets)
		call('UNLINK', key('used', a.forgets))
		limitGone(version, a.forgets)
	end
	return ops.read()
end

function ops.drop() drop(a.name) return {} end

function ops.snapshot()
	if call('HGET', doc(a.name), '@generation') ~= a.generation then return {} end
	local id = call('HINCRBY', meta, 'snapshots', 1)
	copy(a.name, a.name .. '@' .. id)
	call('ZADD', key('snapshots', a.name), id, id)
	return {tostring(id)}
end

function ops.restore()
	if not call('ZSCORE', key('snapshots', a.name), a.id) then return {} end
	copy(a.name .. '@' .. a.id, a.name)
	return {'done'}
end

function ops.deleteSnapshot()
	if call('ZREM', key('snapshots', a.name), a.id) == 0 then return {} end
	clear(a.name .. '@' .. a.id)
	return {'done'}
end

-- Counts one exchange of a state. The place of a series shows which of them was counted first.
function ops.observe()
	local counts = doc(a.name) .. ':m'
	if call('EXISTS', doc(a.name)) == 0 then return {} end
	call('HSETNX', counts, a.place, call('HLEN', counts))
	for i = 1, #a.adds, 2 do call('HINCRBYFLOAT', counts, a.adds[i], a.adds[i + 1]) end
	return {'done'}
end

-- Records that a session was used, and what the response depended on. The response has told why the previous session with
-- this name ended, unless another mock has written that since.
function ops.use()
	if isDropped(a.session) then return {} end
	local text = call('HGET', doc('sessions'), a.session) or ''
	if a.isTold and text:match('^%S') and isSeen('sessions', a.session) then
		set('sessions', call('HINCRBY', doc('sessions'), '@version', 1), {a.session, (text:gsub('^%S*', ''))})
	end
	call('ZADD', seen, now(), a.session)
	for i = 1, #a.used, 2 do call('HINCRBY', key('used', a.session), a.used[i], a.used[i + 1]) end
	return {}
end

-- Writes an entry into the journal of a session.
function ops.write()
	if isDropped(a.session) then return {} end
	local number = call('HINCRBY', meta, 'number', 1)
	call('XADD', key('journal', a.session), number .. '-0', 'entry', a.entry)
	addBytes(a.session, #a.entry)
	call('PUBLISH', prefix .. ':' .. a.channel, number .. ' ' .. a.entry)
	if call('XLEN', key('journal', a.session)) > tonumber(a.maxEntries) then dropOldest(a.session) end
	while tonumber(call('HGET', meta, 'journalBytes')) > tonumber(a.maxBytes) do
		dropOldest(call('ZREVRANGE', journals, 0, 0)[1])
	end
	return {}
end

local function listJournals() return a.session and {a.session} or call('ZRANGE', journals, 0, -1) end

-- Returns number and text of each entry.
function ops.journal()
	local found = {}
	for _, session in ipairs(listJournals()) do
		for _, entry in ipairs(call('XRANGE', key('journal', session), '-', '+')) do
			found[#found + 1] = entry[1]
			found[#found + 1] = entry[2][2]
		end
	end
	return found
end

function ops.clearJournal()
	for _, session in ipairs(listJournals()) do clearJournal(session) end
	return {}
end

-- Lists sessions, each with the milliseconds since it was used.
function ops.idle()
	local found = call('ZRANGE', seen, 0, -1, 'WITHSCORES')
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

-- Whether the store has all that the mock has seen. Without the table of sessions, which Redis may have evicted, it has
-- lost all of them.
local function isWhole()
	return call('EXISTS', doc('sessions')) == 1 and call('HGET', meta, 'line') == line
		and tonumber(call('ZSCORE', mocks, mock) or -1) >= seenBefore
end

-- Returns the number of changes that the mock has seen: fewer than there are if Redis lacks the memory to keep it.
local function see()
	redis.pcall('ZADD', mocks, call('HGET', meta, 'changes'), mock)
	return tonumber(call('ZSCORE', mocks, mock) or -1)
end

local function keys() return call('KEYS', prefix .. ':*') end

-- Begins the store, or begins it anew if it has lost its sessions.
local function beginStore()
	for _, name in ipairs(keys()) do call('UNLINK', name) end
	call('HSET', meta, 'line', '', 'layout', a.layout, 'document', a.document, 'initial', a.initial)
	begin('sessions', {})
end

-- Begins a line, and lets the next response of each session tell that data was lost. Mocks of earlier lines find it told.
local function tell()
	local fields, all = {}, call('HGETALL', doc('sessions'))
	for i = 1, #all, 2 do
		if all[i]:sub(1, 1) ~= '@' and not isDropped(all[i]) then
			fields[#fields + 1] = all[i]
			fields[#fields + 1] = all[i + 1]:gsub('^%S*', a.lost)
		end
	end
	set('sessions', call('HINCRBY', doc('sessions'), '@version', 1), fields)
	call('SADD', lines, line, call('HGET', meta, 'line'))
	call('HSET', meta, 'line', a.line)
end

-- Lets a mock of the same layout and document join the store. Returns its line, and a number that no other mock has.
local function join()
	local kind = call('TYPE', meta).ok
	-- Only the layout in this hash shows that keys are of a store.
	if kind ~= 'hash' and keys()[1] then return {0, {}} end
	local function read() return call('HMGET', meta, 'line', 'layout', 'document', 'initial') end
	local found = read()
	if kind == 'hash' and (found[2] ~= a.layout or found[3] ~= a.document) then return {0, found} end
	if call('EXISTS', doc('sessions')) == 0 then beginStore() end
	if call('SISMEMBER', lines, line) == 0 and not isWhole() then tell() end
	call('ZREMRANGEBYRANK', mocks, 0, -1000)
	found = read()
	found[5] = string.format('%.0f', now() * 1000)
	return {see(), found}
end

if op == 'join' then return join() end
if not isWhole() then return {0} end
local result = ops[op]()
return {see(), result}
`;
