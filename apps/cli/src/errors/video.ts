import type { ErrorEntries } from "./entry.ts";

export const videoErrors: ErrorEntries = {
  E_MPEG2_LOAD: {
    means:
      "The load is a fraction of the host link's data rate, above 0 and at most 2.",
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
      "A group of pictures is written in display order: its one I frame first, then B and P frames.",
    example: "traffic: { kind: mpeg2, load: 0.3, gop: BBIBBP }",
    mend: "Begin with the I frame: IBBPBBPBBPBB.",
  },
  E_MPEG2_HOSTS: {
    means: "Video needs a second host as its destination.",
    example: "a fabric of one host",
    mend: "Take a fabric of two or more hosts.",
  },
  E_MPEG2_NO_STREAM: {
    means:
      "The load, or the share of it that goes to groups, is so small that not even the headers of a stream's frames fit.",
    example: "traffic: { kind: mpeg2, load: 0.000001 }",
    mend: "Ask for more load; a stream of 3 Mb/s is 0.0015 of a link of 2 Gb/s.",
  },
  E_MPEG2_GROUP: {
    means: "A group is to have more members than the fabric has hosts.",
    example: "multicast: { members: [20] } on 15 hosts",
    mend: "Take at most the number of hosts.",
  },
  E_MPEG2_HEADERS: {
    means: "Multicast packets are datagrams: a connection has one receiver.",
    example: "traffic: { kind: mpeg2, headers: rc, multicast: { share: 0.2 } }",
    mend: "Take headers: ud, or scheme: replicated-unicast.",
  },
  E_MPEG2_NO_TABLES: {
    means:
      "Streams to groups were created on tables that have no multicast part.",
    example: "given tables without an MFT",
    mend: "Name a multicast table builder, or use scheme: replicated-unicast.",
  },
  E_MPEG2_FRAMES: {
    means:
      "Frames of all streams are numbered with 31 bits, and the run has used them up.",
    example: "2000 streams for more than nine hours of simulated time",
    mend: "Run for a shorter time, or with fewer streams.",
  },
  E_CONTROL_PERIOD: {
    means: "Control packets need a time between them that is not zero.",
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
    example: "a fabric of one host",
    mend: "Take a fabric of two or more hosts.",
  },
  E_CONTROL_MANAGER: {
    means: "The manager is a host that the fabric does not have.",
    example: "traffic: { kind: control, manager: H99 } on 15 hosts",
    mend: "Name the host as the fabric does (NodeDescription, with :port where a host has several ports).",
  },
};
