-- A fetch for HAProxy: does the target of the request match a rule? The rule is its argument.
--
--	http-request deny deny_status 400 unless { lua.iri_target(origin-form) -m bool }
local iri = require("iri_lua")

core.register_fetches("iri_target", function(txn, rule)
	return iri.valid(rule, txn.f:pathq())
end)
