"""Clients that are slow on purpose: each holds a socket and sends or reads a little, once in a while.

The plan is one line of JSON on stdin. They stop when stdin closes, and the outcome is printed as JSON.
Written in Python because Node cannot set the segment size and the receive buffer of a socket. With the large
defaults of the loopback interface, the kernel takes 3 MB of every answer, which no real network does.
"""

import json
import os
import select
import socket
import sys
import time

STEP_SECONDS = 0.05
SEGMENT_BYTES = 1400
RECEIVE_BUFFER_BYTES = 4096

plan = json.loads(sys.stdin.readline())
first = plan["first"].encode()
drip = plan["drip"].encode()
outcome = {
    "opened": 0,
    "refused": 0,
    "closed": 0,
    "left": 0,
    "longestSeconds": 0.0,
    "mostOfNetwork": 0,
    "answers": {},
}
opened_at = {}
served = {}
# Reports sockets that the server has reset, also to a client that does not read.
resets = select.epoll()
number_of = {}


def network_of(number):
    return plan["networks"][number % len(plan["networks"])]


def open_socket(number):
    client = socket.socket()
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT_BYTES)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
    client.settimeout(2)
    try:
        client.bind((network_of(number), 0))
        client.connect(("127.0.0.1", plan["port"]))
        client.send(first)
    except OSError:
        outcome["refused"] += 1
        client.close()
        return None
    outcome["opened"] += 1
    client.setblocking(False)
    resets.register(client, 0)
    number_of[client.fileno()] = number
    opened_at[client] = (time.monotonic(), None)
    return client


def count_served(network, change):
    served[network] = served.get(network, 0) + change
    outcome["mostOfNetwork"] = max(outcome["mostOfNetwork"], served[network])


def take_turn(client, network):
    """Returns whether the socket is still open."""
    opened, answered = opened_at[client]
    try:
        if drip:
            client.send(drip)
        received = client.recv(plan["readBytes"])
        if not answered:
            status = received[9:12].decode("latin1")
            if status:
                outcome["answers"][status] = outcome["answers"].get(status, 0) + 1
            opened_at[client] = (opened, status)
            if status == "200":
                count_served(network, 1)
        if received and not received.startswith(b"HTTP/1.1 429"):
            return True
    except BlockingIOError:
        return True
    except OSError:
        pass
    end_socket(client, network)
    return False


def end_socket(client, network):
    opened, answered = opened_at.pop(client)
    outcome["closed"] += 1
    if answered == "200":
        count_served(network, -1)
    outcome["longestSeconds"] = max(outcome["longestSeconds"], time.monotonic() - opened)
    del number_of[client.fileno()]
    resets.unregister(client)
    client.close()


def is_stopped():
    return bool(select.select([sys.stdin], [], [], 0)[0])


def main():
    # These clients stand for other machines, so they should use little CPU time here.
    os.nice(10)
    slots = [None] * plan["count"]
    per_turn = plan["everySeconds"] / STEP_SECONDS
    started = time.monotonic()
    began = [False] * plan["count"]
    turn = 0
    while not is_stopped():
        turn += 1
        allowed = plan["count"] * min(1, (time.monotonic() - started) / plan["openSeconds"])
        for number in range(int(turn % per_turn), plan["count"], int(per_turn)):
            if slots[number] is not None and not take_turn(slots[number], network_of(number)):
                slots[number] = None
        for descriptor, _ in resets.poll(0):
            number = number_of[descriptor]
            end_socket(slots[number], network_of(number))
            slots[number] = None
        waiting = [n for n in range(int(allowed)) if slots[n] is None and (plan["again"] or not began[n])]
        for number in waiting[: max(1, int(plan["count"] * STEP_SECONDS / plan["openSeconds"]))]:
            began[number] = True
            slots[number] = open_socket(number)
        time.sleep(max(0.0, started + turn * STEP_SECONDS - time.monotonic()))
    outcome["left"] = len(opened_at)
    ages = [time.monotonic() - opened for opened, _ in opened_at.values()]
    outcome["longestSeconds"] = max([outcome["longestSeconds"], *ages])
    print(json.dumps(outcome))


main()
