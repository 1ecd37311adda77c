import type { ErrorEntries } from "./entry.ts";

export const videoErrors: ErrorEntries = {
  E_MPEG2_LOAD: {
    means:
      "The load is a fraction of the host link's data rate, above 0 and at most 1; up to 2 where `overload: true` says that the host's own link is meant to be overloaded.",
    example: "traffic: { kind: mpeg2, load: 30 }",
    mend: "Write 30 % as 0.3.",
  },
  E_MPEG2_MTU: {
    means: "InfiniBand has MTUs of 256, 512, 1024, 2048 and 4096 bytes only.",
    example: "traffic: { kind: mpeg2, load: 0.3, mtu: 1500B }",
    mend: "Take one of the five.",
  },
  E_MPEG2_GOP: {
    means:
      "A group of pictures is written in display order: its one I frame first, then B and P frames, at most 1000 letters.",
    example: "traffic: { kind: mpeg2, load: 0.3, gop: BBIBBP }",
    mend: "Begin with the I frame: IBBPBBPBBPBB.",
  },
  E_MPEG2_HOSTS: {
    means: "Video needs a second host as its destination.",
    example: "video on a fabric of one host",
    mend: "Take a fabric of two or more hosts.",
  },
  E_MPEG2_NO_STREAM: {
    means:
      "The load, or the share of it that goes to groups, is so small that not even the headers of a stream's frames fit.",
    example: "traffic: { kind: mpeg2, load: 0.000001 }",
    mend: "Ask for more load; a stream of 3 Mb/s is 0.0015 of a link of 2 Gb/s.",
  },
  E_MPEG2_GROUP: {
    means:
      "A group is to have more members than the fabric has hosts, or none but its own sender; or groups that are listed by their hosts are not as many as `groups` says.",
    example:
      "traffic: { kind: mpeg2, load: 0.1, headers: ud, multicast: { share: 0.2, members: [200] } }",
    mend: "Take at most the number of hosts; list another member, or the sender in `sourceAt` alone; leave out `groups`.",
  },
  E_MPEG2_NAMED_HOST: {
    means:
      "A sender of video, or a member of a group, is named that the fabric has not, or is named twice.",
    example: "traffic: { kind: mpeg2, load: 0.1, sourceAt: [P(99)] }",
    mend: "Take the name that the message offers, or an index of a host from 0.",
  },
  E_MPEG2_HEADERS: {
    means: "Multicast packets are datagrams: a connection has one receiver.",
    example:
      "traffic: { kind: mpeg2, load: 0.1, headers: rc, multicast: { share: 0.2 } }",
    mend: "Take headers: ud, or scheme: replicated-unicast.",
  },
  E_MPEG2_CONNECTION: {
    means:
      "Video streams with reserved paths go to one receiver each, by the path that their probe reserved.",
    example:
      "traffic: { kind: mpeg2, load: 0.1, connection: {}, paths: random }",
    mend: "Leave out connection, or multicast and paths.",
  },
  E_MPEG2_NO_TABLES: {
    means:
      "Streams to groups were created on tables that have no multicast part.",
    example: "given tables without an MFT",
    mend: "Name a multicast table builder, or use scheme: replicated-unicast.",
  },
  E_MPEG2_FRAMES: {
    means:
      "Frames of all streams are numbered with 31 bits: `frames` asks for more, or the run has used them up.",
    example:
      "2000 streams for more than nine hours of simulated time; frames: 1000000 with 2200 streams",
    mend: "Run for a shorter time, or with fewer streams or frames.",
  },
  E_CONTROL_PERIOD: {
    means:
      "Control packets need a time between them: that of a packet on the slowest link of a host at least.",
    example: "traffic: { kind: control, period: 0 }",
    mend: "Give a time such as 33.3ms.",
  },
  E_CONTROL_SIZE: {
    means: "A control packet has one byte at least and one MTU at most.",
    example: "traffic: { kind: control, size: 0B }",
    mend: "A management datagram has 256B.",
  },
  E_CONTROL_HOSTS: {
    means: "Control packets need a second host as their destination.",
    example: "control packets on a fabric of one host",
    mend: "Take a fabric of two or more hosts.",
  },
  E_CONTROL_MANAGER: {
    means: "The manager is a host that the fabric does not have.",
    example: "switch: iba\ntraffic: { kind: control, manager: H99 }",
    mend: "Name the host as the fabric does (NodeDescription, with :port where a host has several ports).",
  },
  E_TRACE_FILE_FPS: {
    means:
      "Traces of different numbers of frames per second stand in one traffic entry, whose frames have one period.",
    example: "files: [pal.txt, ntsc.txt]",
    mend: "Give each kind a traffic entry of its own.",
  },
  E_TRACE_FILE_EMPTY: {
    means: "All frames of a trace have the size 0.",
    example: "fabriclab run film.yaml  # film.txt: 1 I 0 0\\n2 I 40 0",
    mend: "Look into the file: another column may hold the sizes.",
  },
  E_VIDEO_TRACE_EMPTY: {
    means: "A frame trace has no frames.",
    example: "fabriclab run film.yaml  # film.txt: # only words",
    mend: "Look into the file.",
  },
  E_VIDEO_TRACE_BINARY: {
    means: "A frame trace holds bytes that no text has.",
    example: "a video, or a packed trace whose name does not end in .gz",
    mend: "Give the text file of sizes; a packed one needs .gz in its name.",
  },
  E_VIDEO_TRACE_FORMAT: {
    means: "The columns of a frame trace are those of no known layout.",
    example: "fabriclab run film.yaml  # film.txt: 8000 38",
    mend: "Bring it into one of the layouts that the message lists, or begin titles with #.",
  },
  E_VIDEO_TRACE_LINE: {
    means:
      "A line of a frame trace has other columns than the format, or a field that does not belong there.",
    example: "fabriclab run film.yaml  # film.txt: 1 I 0 4001\\n2 P 40 -5",
    mend: "Correct the line that the message names, or give another format.",
  },
  E_VIDEO_TRACE_GAP: {
    means: "Frame numbers of a trace leave gaps, or stand twice.",
    example: "fabriclab run film.yaml  # film.txt: 1 I 0 4001\\n3 P 80 505",
    mend: "Get the whole trace; a part of one must have every number between its first and last frame.",
  },
  E_VIDEO_TRACE_UNIT: {
    means:
      "Nothing tells whether the sizes of a trace are bits or bytes, or two things that tell contradict each other (unit: bytes of sizes that are all multiples of 8, too). The two are eight times apart, so this is never guessed.",
    example: "fabriclab run film.yaml  # film.txt: 4001\\n505",
    mend: "Give unit: bits or unit: bytes, after the source of the trace. Bytes that are multiples of 8 need a comment in the file as well: # size in bytes.",
  },
  E_VIDEO_TRACE_ORDER: {
    means:
      "Frame numbers or times of a trace prove another order than the one given, or tell two orders (as in an ns-3 trace with numbers of showing and times of sending), or I and P frames go back, which no order of a film has.",
    example:
      "fabriclab run film.yaml --set order=display  # film.txt: 1 I 0 4001\\n2 P 120 1504\\n3 B 40 502\\n4 B 80 503",
    mend: "Leave the order out; where numbers and times tell two orders, give order: coding if the frames stand as they are sent; sort lines that were mixed up.",
  },
  E_VIDEO_TRACE_TYPES: {
    means:
      "Nothing tells which frames of a trace are I, P and B frames, a given group of pictures does not fit the file, or no frame is an I frame.",
    example: "fabriclab run film.yaml --set unit=bytes  # film.txt: 4001\\n505",
    mend: "Give gop: a pattern in display order such as IBBPBBPBBPBB, or gop: none (also for types without an I frame: all count as I frames).",
  },
  E_VIDEO_TRACE_FPS: {
    means:
      "A trace has no times and no number of frames per second is given, or the times say another, or one that no film has (below 0.1, above 1000).",
    example:
      "fabriclab run film.yaml --set unit=bytes --set gop=none  # film.txt: 4001\\n505",
    mend: "Give fps, such as 25; look whether the times of the trace are in the unit of its format.",
  },
};
