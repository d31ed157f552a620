"""The browser-core contract, tool by tool and field by field, through the official Python SDK.

    contract.py '{"command": ..., "args": [...], "env": {...}}' PAGES MODE
    contract.py '{"url": ..., "token": ...}' PAGES MODE

PAGES is the address of the fixtures, MODE the SDK's: "legacy" (initialize) or a protocol version without it.
Ends with "N passed, N failed"."""

import asyncio
import json
import os
import sys

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

CONTRACT = [
    "browser_navigate", "browser_click", "browser_type", "browser_scroll", "browser_wait_for_selector",
    "browser_extract_content", "browser_screenshot_annotated", "browser_get_page_source",
    "browser_get_debug_snapshot", "browser_list_sessions", "browser_close_session",
]
HEADLESS = {"mode": "launch_headless"}

passed = failed = 0


def check(what, condition, seen=None):
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {what}: {json.dumps(seen, ensure_ascii=False, default=str)[:1500]}")


def fields(what, record, **kinds):
    for name, kind in kinds.items():
        check(f"{what}: field {name}", isinstance(record, dict) and isinstance(record.get(name), kind), record)


class Tools:
    def __init__(self, client, task):
        self.client, self.task = client, task

    async def __call__(self, name, **arguments):
        if self.task:
            arguments["task"] = self.task
        result = await self.client.call_tool(name, arguments)
        data = result.structured_content
        check(f"{name} answers as JSON", isinstance(data, dict), result.model_dump())
        data = data or {}
        check(f"{name}: ok says what is_error says", data.get("ok") is (not result.is_error), data)
        text = "".join(getattr(block, "text", "") for block in result.content)
        try:
            check(f"{name}: the text is the same JSON", json.loads(text) == data, text)
        except ValueError:
            check(f"{name}: the text is JSON", False, text)
        return data

    async def ok(self, name, **arguments):
        data = await self(name, **arguments)
        check(f"{name} {arguments} is ok", data.get("ok") is True and data.get("status") == "done", data)
        return data

    async def failure(self, name, code, **arguments):
        data = await self(name, **arguments)
        check(f"{name} {arguments} fails with {code}", data.get("error_code") == code, data)
        fields(f"failed {name}", data, error=str, error_code=str, stage=str, retryable=bool, delivered=str)
        check(f"failed {name}: a reason", data.get("error"), data)
        return data


async def contract(client, pages, task):
    call = Tools(client, task)

    data = await call.ok("browser_navigate", url=pages + "/t/plain", session=HEADLESS)
    check("navigate: final_url", data.get("final_url") == pages + "/t/plain", data)
    check("navigate: title", data.get("title") == "Plain", data)
    data = await call.ok("browser_navigate", url=pages + "/t/redirect/3")
    check("navigate: final_url after redirects", data.get("final_url") == pages + "/t/plain", data)

    await call.ok("browser_click", selector="#b")
    await call.ok("browser_click", selector="Count button", index=0)
    data = await call.ok("browser_get_page_source", selector="#c")
    check("both clicks arrived", ">2</" in data.get("html", ""), data)
    data = await call.failure("browser_click", "ELEMENT_NOT_FOUND", selector="#nowhere", timeout_ms=1200)
    fields("debug of a failure", data.get("debug"), url=str, title=str, body_excerpt=str)
    check("debug: body_excerpt", "Nothing happens here" in (data.get("debug") or {}).get("body_excerpt", ""), data)
    data = await call.failure("browser_click", "INVALID_ARGUMENT", selectr="#b")
    check("an unknown argument: the nearest is named", "selector" in data.get("error", ""), data)

    await call.ok("browser_navigate", url=pages + "/t/ambiguous")
    data = await call.ok("browser_click", selector=".save")
    check("plain CSS with several matches warns", data.get("warnings"), data)
    data = await call.failure("browser_click", "AMBIGUOUS_ELEMENT", selector="text=Save", timeout_ms=1200)
    await call.ok("browser_click", selector="text=Save", index=1)
    data = await call.ok("browser_get_page_source", selector="#out")
    check("the second was clicked", ">second</" in data.get("html", ""), data)

    await call.ok("browser_navigate", url=pages + "/t/editable")
    await call.ok("browser_type", selector="#q", text="größer 大", submit=True)
    data = await call.ok("browser_get_page_source", selector="#out")
    check("typed and submitted", "submitted größer 大" in data.get("html", ""), data)
    await call.ok("browser_type", selector="#plain", text="new")
    data = await call.failure("browser_type", "VALUE_NOT_TAKEN", selector="#refuses", text="other")

    await call.ok("browser_navigate", url=pages + "/t/scroll")
    data = await call.ok("browser_scroll", amount=100)
    check("scroll: not at the bottom", data.get("reached_bottom") is False, data)
    data = await call.ok("browser_scroll", direction="down", amount=100000)
    check("scroll: at the bottom", data.get("reached_bottom") is True, data)
    data = await call.ok("browser_scroll", selector="#box", amount=100000)
    check("scroll: the box's bottom", data.get("reached_bottom") is True, data)

    await call.ok("browser_navigate", url=pages + "/t/late?ms=900")
    await call.ok("browser_wait_for_selector", selector="#place button")
    await call.ok("browser_wait_for_selector", selector="#place button", state="attached", timeout_ms=2000)
    await call.ok("browser_wait_for_selector", selector="#gone", state="detached", timeout_ms=2000)
    await call.ok("browser_wait_for_selector", selector="#gone", state="hidden", timeout_ms=2000)
    await call.failure("browser_wait_for_selector", "DEADLINE_EXCEEDED", selector="#gone", timeout_ms=700)

    await call.ok("browser_navigate", url=pages + "/store")
    data = (await call.ok("browser_extract_content")).get("data")
    fields("extract", data, results=list, headings=list, text_excerpt=str, url=str, title=str)
    check("extract: bounds", len(data["headings"]) <= 50 and len(data["text_excerpt"]) <= 4000, data)
    hint = {"type": "array", "items": {"type": "object", "properties": {
        "name": {"type": "string"}, "price": {"type": "number"}, "warranty": {"type": "string"}}}}
    data = (await call.ok("browser_extract_content", schema_hint=hint)).get("data")
    fields("extract with a hint", data, records=list, missing=list)
    first = (data.get("records") or [{}])[0]
    check("extract: a typed record", first.get("name") == "Alder reading lamp" and first.get("price") == 89, data)
    check("extract: what is not there is missing", "warranty" in json.dumps(data.get("missing")), data)

    data = await call.ok("browser_screenshot_annotated")
    fields("annotated", data, image_ref=str, elements=list)
    check("annotated: the picture is there", os.path.isfile(str(data.get("image_ref"))), data)
    for element in data.get("elements", [])[:3]:
        fields("annotated element", element, index=int, selector=str, role=str, text=str)
    data = await call.ok("browser_screenshot_annotated", full_page=True)
    first = (data.get("elements") or [{}])[0]
    await call.ok("browser_get_page_source", selector=str(first.get("selector")))

    data = await call.ok("browser_get_page_source", max_length=300)
    fields("source", data, html=str, truncated=bool, full_length=int)
    check("source: cut", data.get("truncated") is True and len(data.get("html", "")) <= 300, data)
    check("source: full length", data.get("full_length", 0) > 1000, data)

    data = await call.ok("browser_get_debug_snapshot")
    fields("debug snapshot", data, url=str, title=str, body_excerpt=str, html_excerpt=str)
    check("debug snapshot: picture or reason", os.path.isfile(str(data.get("screenshot_path"))) or data.get("screenshot_error"), data)

    data = await call.ok("browser_list_sessions", probe=[{"host": "127.0.0.1", "port": 1}])
    fields("sessions", data, sessions=list, probed=list)
    ours = [s for s in data.get("sessions", []) if s.get("mode") == "launch_headless"]
    check("sessions: ours is listed", len(ours) == 1, data)
    for session in ours:
        fields("session", session, host=str, port=int, alive=bool, spawned_by_us=bool, pid=int, headless=bool, headless_confidence=str)
        check("session: alive, ours, headless", session["alive"] and session["spawned_by_us"] and session["headless"], session)
    for probe in data.get("probed", []):
        fields("probe", probe, host=str, port=int, alive=bool)

    if ours:
        at = {"host": ours[0]["host"], "port": ours[0]["port"]}
        data = await call("browser_close_session", host="127.0.0.1", port=1)
        check("close: no record is noted", data.get("note") or data.get("error"), data)
        data = await call.ok("browser_close_session", **at)
        fields("close", data, closed_our_session=bool, killed_process=bool, host=str, port=int)
        check("close: closed and ended", data.get("closed_our_session") and data.get("killed_process"), data)
        data = await call("browser_click", selector="#b")
        check("nothing is launched again by itself", data.get("error_code") == "BROWSER_GONE", data)


async def main(server, pages, mode):
    if "url" in server:
        headers = {"Authorization": f"Bearer {server['token']}"}
        async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
            async with Client(streamable_http_client(server["url"], http_client=http), mode=mode) as client:
                await contract(client, pages, "sdk")
    else:
        async with Client(StdioServerParameters(**server), mode=mode) as client:
            tools = (await client.list_tools()).tools
            check("the contract's tools are listed", [t.name for t in tools] == CONTRACT, [t.name for t in tools])
            for tool in tools:
                closed = tool.input_schema.get("additionalProperties") is False
                check(f"{tool.name}: closed schema", closed, tool.input_schema)
                check(f"{tool.name}: output schema", tool.output_schema is not None)
            await contract(client, pages, None)


asyncio.run(main(json.loads(sys.argv[1]), sys.argv[2], sys.argv[3]))
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
